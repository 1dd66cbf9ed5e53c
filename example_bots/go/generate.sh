#!/bin/sh
# Writes lostcities/*.pb.go from the .proto files; run by `go generate`. Needs protoc; its plugins come with go.mod.
set -eu
GOBIN="$PWD/bin" go install tool
package=pathfinder/lostcities
options="module=pathfinder,Mlostcities/v1/game.proto=$package,Mlostcities/v1/bot_service.proto=$package"
PATH="$PWD/bin:$PATH" protoc -I ../../proto --go_out=. --go_opt="$options" --go-grpc_out=. --go-grpc_opt="$options" \
    lostcities/v1/game.proto lostcities/v1/bot_service.proto
