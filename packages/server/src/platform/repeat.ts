export interface Repetition {
  readonly stop: () => Promise<void>
}

/** Begins at once, and pauses between the end of one run and the next. */
export function repeat(run: () => Promise<void>, milliseconds: number): Repetition {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let running = go()

  async function go(): Promise<void> {
    await run()
    if (isStopped) return
    timer = setTimeout(() => {
      running = go()
    }, milliseconds)
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
