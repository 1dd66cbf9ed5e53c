package pathfinder;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import lostcities.v1.BotServiceGrpc.BotServiceImplBase;
import lostcities.v1.BotServiceOuterClass.DescribeRequest;
import lostcities.v1.BotServiceOuterClass.DescribeResponse;
import lostcities.v1.BotServiceOuterClass.TakeTurnRequest;
import lostcities.v1.BotServiceOuterClass.TakeTurnResponse;

/** Everything about the bot but its play: it listens, answers the referee, and stops. */
public final class Main {

  /** Answers the referee. Calls that are missing here are answered with UNIMPLEMENTED. */
  private static final class Bot extends BotServiceImplBase {

    @Override
    public void describe(DescribeRequest request, StreamObserver<DescribeResponse> reply) {
      reply.onNext(DescribeResponse.newBuilder().setName("pathfinder").setVersion("1").setLanguage("Java").build());
      reply.onCompleted();
    }

    @Override
    public void takeTurn(TakeTurnRequest request, StreamObserver<TakeTurnResponse> reply) {
      reply.onNext(TakeTurnResponse.newBuilder().setTurn(Pathfinder.chooseTurn(request.getView())).build());
      reply.onCompleted();
    }
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    String address = System.getenv().getOrDefault("LOST_CITIES_BOT_ADDRESS", "127.0.0.1:50051");
    if (address.startsWith("unix:")) {
      System.err.println("a bot in Java listens on a port: put transport = \"tcp\" beside its command");
      System.exit(1);
    }
    int colon = address.lastIndexOf(':');
    InetSocketAddress place =
        new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    // The referee asks one question at a time: it is answered in the thread that reads it.
    Server server = NettyServerBuilder.forAddress(place).directExecutor().addService(new Bot()).build().start();
    System.out.println("pathfinder listens on " + address);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server))); // at SIGTERM and Ctrl-C
    server.awaitTermination();
  }

  private static void stop(Server server) {
    server.shutdown();
    try {
      server.awaitTermination(100, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Main() {}
}
