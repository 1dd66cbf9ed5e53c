"""Messages of the protocol as text for a person to read, in protobuf's own notation."""

from typing import Final

from google.protobuf.message import DecodeError, Message
from google.protobuf.text_format import MessageToString

from referee.wire._gen.lostcities.v1 import bot_service_pb2 as service

UNREADABLE: Final = "not decodable"


def request_text(request: bytes) -> str:
    """A TakeTurnRequest as lines of `field: value`, lists in brackets; or `not decodable`."""
    return _text(service.TakeTurnRequest(), request)


def reply_text(reply: bytes) -> str:
    """A TakeTurnResponse as lines of `field: value`; or `not decodable`."""
    return _text(service.TakeTurnResponse(), reply)


def _text(message: Message, data: bytes) -> str:
    try:
        message.ParseFromString(data)
    except DecodeError:
        return UNREADABLE
    # as_utf8 stays off: whatever is no ASCII in a bot's note comes out escaped.
    return str(MessageToString(message, use_short_repeated_primitives=True, print_unknown_fields=True)).rstrip("\n")
