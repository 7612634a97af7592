//! Compiles the contracts with a pure-Rust compiler, so that no `protoc` has to be installed.

use std::path::PathBuf;

use prost::Message as _;
use tonic_prost_build::FileDescriptorSet;

const AREAS: [&str; 5] = ["auth", "settings", "orders", "catalogue", "reports"];
/// Messages that several of them have.
const SHARED: &str = "activity";

#[expect(clippy::disallowed_methods, reason = "cargo hands a build script its folder through the environment")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=pishkhan");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut files = contracts(SHARED)?;
    for area in AREAS {
        let own = contracts(area)?;
        // One descriptor set per process, for reflection and for its access table.
        let set = protox::Compiler::new(["."])?
            .include_imports(true)
            .include_source_info(false)
            .open_files(&own)?
            .encode_file_descriptor_set();
        std::fs::write(out.join(format!("{area}.descriptor.bin")), set)?;
        files.extend(own);
    }
    let mut compiler = protox::Compiler::new(["."])?;
    compiler.include_imports(true).include_source_info(true).open_files(&files)?;
    let set = FileDescriptorSet::decode(compiler.encode_file_descriptor_set().as_slice())?;
    tonic_prost_build::configure().compile_fds(set)?;
    Ok(())
}

/// The contracts of one process, by name.
fn contracts(area: &str) -> std::io::Result<Vec<String>> {
    let folder = format!("pishkhan/{area}/v1");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let name = entry?.file_name();
        names.push(format!("{folder}/{}", name.to_string_lossy()));
    }
    names.sort();
    Ok(names)
}
