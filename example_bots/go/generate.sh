#!/bin/sh
# Writes lostcities/*.pb.go from the .proto files; run by `go generate`. Needs protoc; its plugins come with go.mod.
set -eu
package=pathfinder/lostcities
mapping="Mlostcities/v1/game.proto=$package,Mlostcities/v1/bot_service.proto=$package"
protoc -I ../../proto \
    --plugin="$(go tool -n protoc-gen-go)" --go_out=. --go_opt="module=pathfinder,$mapping" \
    --plugin="$(go tool -n protoc-gen-go-grpc)" --go-grpc_out=. --go-grpc_opt="module=pathfinder,$mapping" \
    lostcities/v1/game.proto lostcities/v1/bot_service.proto
