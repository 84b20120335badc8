/** Tells the bench where this server listens, and, when asked, the CPU time it has used. */
export function reportTo(port: number): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
  })
  process.on('disconnect', () => process.exit())
  process.send?.(port)
}
