#pragma once

#include "lostcities/v1/game.pb.h"

// Chooses a turn from a view.
lostcities::v1::Turn choose_turn(const lostcities::v1::PlayerView& view);
