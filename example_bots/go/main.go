// Pathfinder in Go. This file is everything about the bot but its play: it listens, answers the referee, and stops.
package main

import (
	"cmp"
	"context"
	"log"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"google.golang.org/grpc"

	pb "pathfinder/lostcities"
)

//go:generate sh generate.sh

// bot answers the referee. Calls that are missing here are answered with UNIMPLEMENTED.
type bot struct {
	pb.UnimplementedBotServiceServer
}

func (bot) Describe(context.Context, *pb.DescribeRequest) (*pb.DescribeResponse, error) {
	return &pb.DescribeResponse{Name: "pathfinder", Version: "1", Language: "Go"}, nil
}

func (bot) TakeTurn(_ context.Context, request *pb.TakeTurnRequest) (*pb.TakeTurnResponse, error) {
	return &pb.TakeTurnResponse{Turn: chooseTurn(request.View)}, nil
}

// listen opens the address that the referee gives: unix:/some/path, or 127.0.0.1:PORT.
func listen(address string) (net.Listener, error) {
	if path, isUnix := strings.CutPrefix(address, "unix:"); isUnix {
		return net.Listen("unix", path)
	}
	return net.Listen("tcp", address)
}

func main() {
	address := cmp.Or(os.Getenv("LOST_CITIES_BOT_ADDRESS"), "127.0.0.1:50051")
	listener, err := listen(address)
	if err != nil {
		log.Fatalf("cannot listen on %s: %v", address, err)
	}
	server := grpc.NewServer()
	pb.RegisterBotServiceServer(server, bot{})
	stopping, _ := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	context.AfterFunc(stopping, server.GracefulStop)
	log.Printf("pathfinder listens on %s", address)
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
