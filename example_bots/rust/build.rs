//! Generates the messages and the service from the .proto files; no protoc is needed.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const PROTO: &str = "../../proto";
    println!("cargo::rerun-if-changed={PROTO}");
    let files = protox::compile(["lostcities/v1/bot_service.proto"], [PROTO])?;
    let generator = tonic_prost_build::configure().build_client(false);
    generator.generate_default_stubs(true).compile_fds(files)?;
    Ok(())
}
