/** Milliseconds of processor time that this thread has used, whatever else runs on the machine. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
