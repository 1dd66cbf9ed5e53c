from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Color(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COLOR_UNSPECIFIED: _ClassVar[Color]
    COLOR_YELLOW: _ClassVar[Color]
    COLOR_BLUE: _ClassVar[Color]
    COLOR_WHITE: _ClassVar[Color]
    COLOR_GREEN: _ClassVar[Color]
    COLOR_RED: _ClassVar[Color]
    COLOR_PURPLE: _ClassVar[Color]

class Card(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_UNSPECIFIED: _ClassVar[Card]
    CARD_YELLOW_HANDSHAKE: _ClassVar[Card]
    CARD_YELLOW_2: _ClassVar[Card]
    CARD_YELLOW_3: _ClassVar[Card]
    CARD_YELLOW_4: _ClassVar[Card]
    CARD_YELLOW_5: _ClassVar[Card]
    CARD_YELLOW_6: _ClassVar[Card]
    CARD_YELLOW_7: _ClassVar[Card]
    CARD_YELLOW_8: _ClassVar[Card]
    CARD_YELLOW_9: _ClassVar[Card]
    CARD_YELLOW_10: _ClassVar[Card]
    CARD_BLUE_HANDSHAKE: _ClassVar[Card]
    CARD_BLUE_2: _ClassVar[Card]
    CARD_BLUE_3: _ClassVar[Card]
    CARD_BLUE_4: _ClassVar[Card]
    CARD_BLUE_5: _ClassVar[Card]
    CARD_BLUE_6: _ClassVar[Card]
    CARD_BLUE_7: _ClassVar[Card]
    CARD_BLUE_8: _ClassVar[Card]
    CARD_BLUE_9: _ClassVar[Card]
    CARD_BLUE_10: _ClassVar[Card]
    CARD_WHITE_HANDSHAKE: _ClassVar[Card]
    CARD_WHITE_2: _ClassVar[Card]
    CARD_WHITE_3: _ClassVar[Card]
    CARD_WHITE_4: _ClassVar[Card]
    CARD_WHITE_5: _ClassVar[Card]
    CARD_WHITE_6: _ClassVar[Card]
    CARD_WHITE_7: _ClassVar[Card]
    CARD_WHITE_8: _ClassVar[Card]
    CARD_WHITE_9: _ClassVar[Card]
    CARD_WHITE_10: _ClassVar[Card]
    CARD_GREEN_HANDSHAKE: _ClassVar[Card]
    CARD_GREEN_2: _ClassVar[Card]
    CARD_GREEN_3: _ClassVar[Card]
    CARD_GREEN_4: _ClassVar[Card]
    CARD_GREEN_5: _ClassVar[Card]
    CARD_GREEN_6: _ClassVar[Card]
    CARD_GREEN_7: _ClassVar[Card]
    CARD_GREEN_8: _ClassVar[Card]
    CARD_GREEN_9: _ClassVar[Card]
    CARD_GREEN_10: _ClassVar[Card]
    CARD_RED_HANDSHAKE: _ClassVar[Card]
    CARD_RED_2: _ClassVar[Card]
    CARD_RED_3: _ClassVar[Card]
    CARD_RED_4: _ClassVar[Card]
    CARD_RED_5: _ClassVar[Card]
    CARD_RED_6: _ClassVar[Card]
    CARD_RED_7: _ClassVar[Card]
    CARD_RED_8: _ClassVar[Card]
    CARD_RED_9: _ClassVar[Card]
    CARD_RED_10: _ClassVar[Card]
    CARD_PURPLE_HANDSHAKE: _ClassVar[Card]
    CARD_PURPLE_2: _ClassVar[Card]
    CARD_PURPLE_3: _ClassVar[Card]
    CARD_PURPLE_4: _ClassVar[Card]
    CARD_PURPLE_5: _ClassVar[Card]
    CARD_PURPLE_6: _ClassVar[Card]
    CARD_PURPLE_7: _ClassVar[Card]
    CARD_PURPLE_8: _ClassVar[Card]
    CARD_PURPLE_9: _ClassVar[Card]
    CARD_PURPLE_10: _ClassVar[Card]

class Placement(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PLACEMENT_UNSPECIFIED: _ClassVar[Placement]
    PLACEMENT_EXPEDITION: _ClassVar[Placement]
    PLACEMENT_DISCARD: _ClassVar[Placement]

class DrawFrom(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DRAW_FROM_UNSPECIFIED: _ClassVar[DrawFrom]
    DRAW_FROM_YELLOW: _ClassVar[DrawFrom]
    DRAW_FROM_BLUE: _ClassVar[DrawFrom]
    DRAW_FROM_WHITE: _ClassVar[DrawFrom]
    DRAW_FROM_GREEN: _ClassVar[DrawFrom]
    DRAW_FROM_RED: _ClassVar[DrawFrom]
    DRAW_FROM_PURPLE: _ClassVar[DrawFrom]
    DRAW_FROM_DECK: _ClassVar[DrawFrom]

class BonusCounts(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BONUS_COUNTS_UNSPECIFIED: _ClassVar[BonusCounts]
    BONUS_COUNTS_ALL: _ClassVar[BonusCounts]
    BONUS_COUNTS_NUMBERS: _ClassVar[BonusCounts]

class HandshakesAlone(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HANDSHAKES_ALONE_UNSPECIFIED: _ClassVar[HandshakesAlone]
    HANDSHAKES_ALONE_SCORED: _ClassVar[HandshakesAlone]
    HANDSHAKES_ALONE_FREE: _ClassVar[HandshakesAlone]
COLOR_UNSPECIFIED: Color
COLOR_YELLOW: Color
COLOR_BLUE: Color
COLOR_WHITE: Color
COLOR_GREEN: Color
COLOR_RED: Color
COLOR_PURPLE: Color
CARD_UNSPECIFIED: Card
CARD_YELLOW_HANDSHAKE: Card
CARD_YELLOW_2: Card
CARD_YELLOW_3: Card
CARD_YELLOW_4: Card
CARD_YELLOW_5: Card
CARD_YELLOW_6: Card
CARD_YELLOW_7: Card
CARD_YELLOW_8: Card
CARD_YELLOW_9: Card
CARD_YELLOW_10: Card
CARD_BLUE_HANDSHAKE: Card
CARD_BLUE_2: Card
CARD_BLUE_3: Card
CARD_BLUE_4: Card
CARD_BLUE_5: Card
CARD_BLUE_6: Card
CARD_BLUE_7: Card
CARD_BLUE_8: Card
CARD_BLUE_9: Card
CARD_BLUE_10: Card
CARD_WHITE_HANDSHAKE: Card
CARD_WHITE_2: Card
CARD_WHITE_3: Card
CARD_WHITE_4: Card
CARD_WHITE_5: Card
CARD_WHITE_6: Card
CARD_WHITE_7: Card
CARD_WHITE_8: Card
CARD_WHITE_9: Card
CARD_WHITE_10: Card
CARD_GREEN_HANDSHAKE: Card
CARD_GREEN_2: Card
CARD_GREEN_3: Card
CARD_GREEN_4: Card
CARD_GREEN_5: Card
CARD_GREEN_6: Card
CARD_GREEN_7: Card
CARD_GREEN_8: Card
CARD_GREEN_9: Card
CARD_GREEN_10: Card
CARD_RED_HANDSHAKE: Card
CARD_RED_2: Card
CARD_RED_3: Card
CARD_RED_4: Card
CARD_RED_5: Card
CARD_RED_6: Card
CARD_RED_7: Card
CARD_RED_8: Card
CARD_RED_9: Card
CARD_RED_10: Card
CARD_PURPLE_HANDSHAKE: Card
CARD_PURPLE_2: Card
CARD_PURPLE_3: Card
CARD_PURPLE_4: Card
CARD_PURPLE_5: Card
CARD_PURPLE_6: Card
CARD_PURPLE_7: Card
CARD_PURPLE_8: Card
CARD_PURPLE_9: Card
CARD_PURPLE_10: Card
PLACEMENT_UNSPECIFIED: Placement
PLACEMENT_EXPEDITION: Placement
PLACEMENT_DISCARD: Placement
DRAW_FROM_UNSPECIFIED: DrawFrom
DRAW_FROM_YELLOW: DrawFrom
DRAW_FROM_BLUE: DrawFrom
DRAW_FROM_WHITE: DrawFrom
DRAW_FROM_GREEN: DrawFrom
DRAW_FROM_RED: DrawFrom
DRAW_FROM_PURPLE: DrawFrom
DRAW_FROM_DECK: DrawFrom
BONUS_COUNTS_UNSPECIFIED: BonusCounts
BONUS_COUNTS_ALL: BonusCounts
BONUS_COUNTS_NUMBERS: BonusCounts
HANDSHAKES_ALONE_UNSPECIFIED: HandshakesAlone
HANDSHAKES_ALONE_SCORED: HandshakesAlone
HANDSHAKES_ALONE_FREE: HandshakesAlone

class Turn(_message.Message):
    __slots__ = ("card", "placement", "draw_from")
    CARD_FIELD_NUMBER: _ClassVar[int]
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    DRAW_FROM_FIELD_NUMBER: _ClassVar[int]
    card: Card
    placement: Placement
    draw_from: DrawFrom
    def __init__(self, card: _Optional[_Union[Card, str]] = ..., placement: _Optional[_Union[Placement, str]] = ..., draw_from: _Optional[_Union[DrawFrom, str]] = ...) -> None: ...

class Rules(_message.Message):
    __slots__ = ("colors", "bonus_counts", "handshakes_alone", "deck_only_after", "matches_per_series")
    COLORS_FIELD_NUMBER: _ClassVar[int]
    BONUS_COUNTS_FIELD_NUMBER: _ClassVar[int]
    HANDSHAKES_ALONE_FIELD_NUMBER: _ClassVar[int]
    DECK_ONLY_AFTER_FIELD_NUMBER: _ClassVar[int]
    MATCHES_PER_SERIES_FIELD_NUMBER: _ClassVar[int]
    colors: int
    bonus_counts: BonusCounts
    handshakes_alone: HandshakesAlone
    deck_only_after: int
    matches_per_series: int
    def __init__(self, colors: _Optional[int] = ..., bonus_counts: _Optional[_Union[BonusCounts, str]] = ..., handshakes_alone: _Optional[_Union[HandshakesAlone, str]] = ..., deck_only_after: _Optional[int] = ..., matches_per_series: _Optional[int] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("turn_ms", "bank_ms", "increment_ms", "memory_mb", "cpu_cores")
    TURN_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    MEMORY_MB_FIELD_NUMBER: _ClassVar[int]
    CPU_CORES_FIELD_NUMBER: _ClassVar[int]
    turn_ms: int
    bank_ms: int
    increment_ms: int
    memory_mb: int
    cpu_cores: int
    def __init__(self, turn_ms: _Optional[int] = ..., bank_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ..., memory_mb: _Optional[int] = ..., cpu_cores: _Optional[int] = ...) -> None: ...

class PlayerView(_message.Message):
    __slots__ = ("hand", "my_expeditions", "opponent_expeditions", "discard_piles", "opponent_known_hand", "deck_count", "playable_cards", "drawable", "opponent_last_turn", "my_last_turn", "my_last_turn_substituted", "my_points", "opponent_points", "turns_until_deck_only")
    HAND_FIELD_NUMBER: _ClassVar[int]
    MY_EXPEDITIONS_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_EXPEDITIONS_FIELD_NUMBER: _ClassVar[int]
    DISCARD_PILES_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_KNOWN_HAND_FIELD_NUMBER: _ClassVar[int]
    DECK_COUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYABLE_CARDS_FIELD_NUMBER: _ClassVar[int]
    DRAWABLE_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    MY_LAST_TURN_FIELD_NUMBER: _ClassVar[int]
    MY_LAST_TURN_SUBSTITUTED_FIELD_NUMBER: _ClassVar[int]
    MY_POINTS_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_POINTS_FIELD_NUMBER: _ClassVar[int]
    TURNS_UNTIL_DECK_ONLY_FIELD_NUMBER: _ClassVar[int]
    hand: _containers.RepeatedScalarFieldContainer[Card]
    my_expeditions: _containers.RepeatedScalarFieldContainer[Card]
    opponent_expeditions: _containers.RepeatedScalarFieldContainer[Card]
    discard_piles: _containers.RepeatedScalarFieldContainer[Card]
    opponent_known_hand: _containers.RepeatedScalarFieldContainer[Card]
    deck_count: int
    playable_cards: _containers.RepeatedScalarFieldContainer[Card]
    drawable: _containers.RepeatedScalarFieldContainer[DrawFrom]
    opponent_last_turn: Turn
    my_last_turn: Turn
    my_last_turn_substituted: bool
    my_points: int
    opponent_points: int
    turns_until_deck_only: int
    def __init__(self, hand: _Optional[_Iterable[_Union[Card, str]]] = ..., my_expeditions: _Optional[_Iterable[_Union[Card, str]]] = ..., opponent_expeditions: _Optional[_Iterable[_Union[Card, str]]] = ..., discard_piles: _Optional[_Iterable[_Union[Card, str]]] = ..., opponent_known_hand: _Optional[_Iterable[_Union[Card, str]]] = ..., deck_count: _Optional[int] = ..., playable_cards: _Optional[_Iterable[_Union[Card, str]]] = ..., drawable: _Optional[_Iterable[_Union[DrawFrom, str]]] = ..., opponent_last_turn: _Optional[_Union[Turn, _Mapping]] = ..., my_last_turn: _Optional[_Union[Turn, _Mapping]] = ..., my_last_turn_substituted: _Optional[bool] = ..., my_points: _Optional[int] = ..., opponent_points: _Optional[int] = ..., turns_until_deck_only: _Optional[int] = ...) -> None: ...
