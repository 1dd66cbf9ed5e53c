from referee.wire._gen.lostcities.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchEnd(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_END_UNSPECIFIED: _ClassVar[MatchEnd]
    MATCH_END_DECK_EMPTY: _ClassVar[MatchEnd]
    MATCH_END_FORFEIT: _ClassVar[MatchEnd]

class SeriesOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SERIES_OUTCOME_UNSPECIFIED: _ClassVar[SeriesOutcome]
    SERIES_OUTCOME_WON: _ClassVar[SeriesOutcome]
    SERIES_OUTCOME_DRAWN: _ClassVar[SeriesOutcome]
    SERIES_OUTCOME_LOST: _ClassVar[SeriesOutcome]
MATCH_END_UNSPECIFIED: MatchEnd
MATCH_END_DECK_EMPTY: MatchEnd
MATCH_END_FORFEIT: MatchEnd
SERIES_OUTCOME_UNSPECIFIED: SeriesOutcome
SERIES_OUTCOME_WON: SeriesOutcome
SERIES_OUTCOME_DRAWN: SeriesOutcome
SERIES_OUTCOME_LOST: SeriesOutcome

class DescribeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("name", "version", "author", "language", "max_concurrent_series")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    MAX_CONCURRENT_SERIES_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    author: str
    language: str
    max_concurrent_series: int
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., author: _Optional[str] = ..., language: _Optional[str] = ..., max_concurrent_series: _Optional[int] = ...) -> None: ...

class StartSeriesRequest(_message.Message):
    __slots__ = ("series_id", "rules", "limits", "random_seed", "opponent_name", "strikes")
    SERIES_ID_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    RANDOM_SEED_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_NAME_FIELD_NUMBER: _ClassVar[int]
    STRIKES_FIELD_NUMBER: _ClassVar[int]
    series_id: str
    rules: _game_pb2.Rules
    limits: _game_pb2.Limits
    random_seed: int
    opponent_name: str
    strikes: int
    def __init__(self, series_id: _Optional[str] = ..., rules: _Optional[_Union[_game_pb2.Rules, _Mapping[str, object]]] = ..., limits: _Optional[_Union[_game_pb2.Limits, _Mapping[str, object]]] = ..., random_seed: _Optional[int] = ..., opponent_name: _Optional[str] = ..., strikes: _Optional[int] = ...) -> None: ...

class StartSeriesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeTurnRequest(_message.Message):
    __slots__ = ("series_id", "match_number", "turn_number", "view", "rules", "time_left_ms", "bank_left_ms", "last_turn_charged_ms", "strikes_left")
    SERIES_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_NUMBER_FIELD_NUMBER: _ClassVar[int]
    TURN_NUMBER_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    BANK_LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    LAST_TURN_CHARGED_MS_FIELD_NUMBER: _ClassVar[int]
    STRIKES_LEFT_FIELD_NUMBER: _ClassVar[int]
    series_id: str
    match_number: int
    turn_number: int
    view: _game_pb2.PlayerView
    rules: _game_pb2.Rules
    time_left_ms: int
    bank_left_ms: int
    last_turn_charged_ms: int
    strikes_left: int
    def __init__(self, series_id: _Optional[str] = ..., match_number: _Optional[int] = ..., turn_number: _Optional[int] = ..., view: _Optional[_Union[_game_pb2.PlayerView, _Mapping[str, object]]] = ..., rules: _Optional[_Union[_game_pb2.Rules, _Mapping[str, object]]] = ..., time_left_ms: _Optional[int] = ..., bank_left_ms: _Optional[int] = ..., last_turn_charged_ms: _Optional[int] = ..., strikes_left: _Optional[int] = ...) -> None: ...

class TakeTurnResponse(_message.Message):
    __slots__ = ("turn", "note")
    TURN_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    turn: _game_pb2.Turn
    note: str
    def __init__(self, turn: _Optional[_Union[_game_pb2.Turn, _Mapping[str, object]]] = ..., note: _Optional[str] = ...) -> None: ...

class FinishMatchRequest(_message.Message):
    __slots__ = ("series_id", "match_number", "reason", "my_score", "opponent_score", "my_expeditions", "opponent_expeditions")
    SERIES_ID_FIELD_NUMBER: _ClassVar[int]
    MATCH_NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MY_SCORE_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_SCORE_FIELD_NUMBER: _ClassVar[int]
    MY_EXPEDITIONS_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_EXPEDITIONS_FIELD_NUMBER: _ClassVar[int]
    series_id: str
    match_number: int
    reason: MatchEnd
    my_score: int
    opponent_score: int
    my_expeditions: _containers.RepeatedScalarFieldContainer[_game_pb2.Card]
    opponent_expeditions: _containers.RepeatedScalarFieldContainer[_game_pb2.Card]
    def __init__(self, series_id: _Optional[str] = ..., match_number: _Optional[int] = ..., reason: _Optional[_Union[MatchEnd, str]] = ..., my_score: _Optional[int] = ..., opponent_score: _Optional[int] = ..., my_expeditions: _Optional[_Iterable[_Union[_game_pb2.Card, str]]] = ..., opponent_expeditions: _Optional[_Iterable[_Union[_game_pb2.Card, str]]] = ...) -> None: ...

class FinishMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FinishSeriesRequest(_message.Message):
    __slots__ = ("series_id", "outcome", "my_points", "opponent_points", "fault")
    SERIES_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    MY_POINTS_FIELD_NUMBER: _ClassVar[int]
    OPPONENT_POINTS_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    series_id: str
    outcome: SeriesOutcome
    my_points: int
    opponent_points: int
    fault: str
    def __init__(self, series_id: _Optional[str] = ..., outcome: _Optional[_Union[SeriesOutcome, str]] = ..., my_points: _Optional[int] = ..., opponent_points: _Optional[int] = ..., fault: _Optional[str] = ...) -> None: ...

class FinishSeriesResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
