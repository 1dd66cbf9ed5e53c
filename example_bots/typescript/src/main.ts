// Pathfinder in TypeScript. This file is everything about the bot but its play: it listens, answers the referee, and
// stops.

import { Server, ServerCredentials, status } from "@grpc/grpc-js";

import { BotServiceService, DescribeResponse, TakeTurnResponse, type BotServiceServer } from "./gen/lostcities/v1/bot_service.js";
import { chooseTurn } from "./turn.js";

// Answers the referee. Calls that are missing here are answered with UNIMPLEMENTED.
const bot = {
  describe(_call, reply) {
    reply(null, DescribeResponse.create({ name: "pathfinder", version: "1", language: "TypeScript" }));
  },

  takeTurn(call, reply) {
    const view = call.request.view;
    if (view === undefined) {
      reply({ code: status.INVALID_ARGUMENT, details: "there is no view" });
    } else {
      reply(null, TakeTurnResponse.create({ turn: chooseTurn(view) }));
    }
  },
} satisfies Partial<BotServiceServer>;

// The referee gives unix:/some/path, or 127.0.0.1:PORT; gRPC understands both.
const address = process.env["LOST_CITIES_BOT_ADDRESS"] ?? "127.0.0.1:50051";
const server = new Server({ "grpc.so_reuseport": 0 });
server.addService(BotServiceService, bot);
server.bindAsync(address, ServerCredentials.createInsecure(), (error) => {
  if (error) {
    console.error(`cannot listen on ${address}: ${error.message}`);
    process.exit(1);
  }
  console.log(`pathfinder listens on ${address}`);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => server.tryShutdown(() => process.exit(0)));
}
