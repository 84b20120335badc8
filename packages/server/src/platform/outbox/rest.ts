export interface Rest {
  /** Resolves after the time, or as soon as somebody ends the rest. */
  readonly begin: (milliseconds: number) => Promise<void>
  /** Ends the rest; a rest not yet begun will be none. */
  readonly end: () => void
}

export function createRest(): Rest {
  let rung = false
  let wakeUp: (() => void) | null = null

  return {
    begin: (milliseconds) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          wakeUp = null
          rung = false
          resolve()
        }
        const timer = setTimeout(finish, rung ? 0 : milliseconds)
        wakeUp = finish
      }),
    end: () => {
      rung = true
      wakeUp?.()
    },
  }
}
