// Pathfinder in C++. This file is everything about the bot but its play: it listens, answers the referee, and stops.

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>

#include <grpcpp/grpcpp.h>

#include "lostcities/v1/bot_service.grpc.pb.h"
#include "turn.h"

namespace {

using namespace lostcities::v1;

// Answers the referee. Calls that are missing here are answered with UNIMPLEMENTED.
class Bot final : public BotService::Service {
  grpc::Status Describe(grpc::ServerContext*, const DescribeRequest*, DescribeResponse* reply) override {
    reply->set_name("pathfinder");
    reply->set_version("1");
    reply->set_language("C++");
    return grpc::Status::OK;
  }

  grpc::Status TakeTurn(grpc::ServerContext*, const TakeTurnRequest* request, TakeTurnResponse* reply) override {
    *reply->mutable_turn() = choose_turn(request->view());
    return grpc::Status::OK;
  }
};

}  // namespace

int main() {
  // Blocked before any thread starts, so that only sigwait below receives them.
  sigset_t stopping;
  sigemptyset(&stopping);
  sigaddset(&stopping, SIGTERM);
  sigaddset(&stopping, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stopping, nullptr);

  // The referee gives unix:/some/path, or 127.0.0.1:PORT; gRPC understands both.
  const char* given = std::getenv("LOST_CITIES_BOT_ADDRESS");
  const std::string address = given ? given : "127.0.0.1:50051";
  Bot bot;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  builder.RegisterService(&bot);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (!server) {
    std::cerr << "cannot listen on " << address << std::endl;
    return EXIT_FAILURE;
  }
  std::cout << "pathfinder listens on " << address << std::endl;

  int signal = 0;
  sigwait(&stopping, &signal);
  server->Shutdown(std::chrono::system_clock::now() + std::chrono::milliseconds(200));
  return EXIT_SUCCESS;
}
