//! Processes of their own, so that what they hold in memory is theirs alone.

use std::{
    fs,
    net::{SocketAddr, TcpListener},
    process::{Child, Command},
};

/// A process that runs. It is killed when this is dropped.
#[derive(Debug)]
pub struct TestProcess(Child);

impl TestProcess {
    /// Starts one.
    pub fn start(command: &mut Command) -> Self {
        Self(command.spawn().expect("the process starts"))
    }

    /// Files and connections that it has open.
    pub fn open_files(&self) -> usize {
        fs::read_dir(self.file("fd")).expect("the process runs").count()
    }

    /// Bytes of its own memory: the pages of its code are the kernel's to take.
    pub fn memory(&self) -> u64 {
        self.status("RssAnon:")
    }

    /// Bytes of all that it has in memory.
    pub fn resident(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most that it has in memory during `work`, in bytes.
    pub async fn peak<T>(&self, work: impl Future<Output = T>) -> (T, u64) {
        fs::write(self.file("clear_refs"), "5").expect("the process runs");
        let done = work.await;
        (done, self.status("VmHWM:"))
    }

    fn file(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.0.id())
    }

    /// A line of what the kernel tells of its memory, in bytes.
    fn status(&self, line: &str) -> u64 {
        let status = fs::read_to_string(self.file("status")).expect("the process runs");
        let value = status.lines().find_map(|found| found.strip_prefix(line)).expect("the kernel tells it");
        value.trim().trim_end_matches(" kB").parse::<u64>().expect("a number of KiB") * 1_024
    }
}

impl Drop for TestProcess {
    fn drop(&mut self) {
        self.0.kill().expect("the process can be killed");
        self.0.wait().expect("the process ends");
    }
}

/// An address of the loopback whose port was free just now.
pub fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback has a free port");
    listener.local_addr().expect("a bound socket has an address")
}
