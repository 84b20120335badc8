export interface Rest {
  /**
   * Resolves after the time, or as soon as somebody ends the rest, but not before it has lasted at
   * least so long. Answers whether somebody ended it.
   */
  readonly begin: (milliseconds: number, least: number) => Promise<boolean>
  /** Ends the rest; a rest not yet begun will be none. */
  readonly end: () => void
}

export function createRest(): Rest {
  let rung = false
  let wakeUp: (() => void) | null = null

  return {
    begin: (milliseconds, least) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          wakeUp = null
          resolve(rung)
          rung = false
        }
        const rest = () => {
          if (rung || milliseconds <= least) return finish()
          wakeUp = finish
          timer = setTimeout(finish, milliseconds - least)
        }
        let timer = setTimeout(rest, least)
      }),
    end: () => {
      rung = true
      wakeUp?.()
    },
  }
}
