export interface InterruptiblePause {
  /**
   * Resolves after the time, or when the pause is ended early, but not before the minimum. Returns
   * whether it was ended early.
   */
  readonly begin: (milliseconds: number, minimum: number) => Promise<boolean>
  /** Ends the current pause early, or else the next one. */
  readonly end: () => void
}

const restPerWork = 2

/** The shortest pause after work, so that quick work takes a third of the time at most. */
export const restAfter = (workMilliseconds: number, milliseconds: number): number =>
  Math.min(milliseconds, restPerWork * workMilliseconds)

export function createPause(): InterruptiblePause {
  let isEnded = false
  let wakeUp: (() => void) | null = null

  return {
    begin: (milliseconds, minimum) =>
      new Promise((resolve) => {
        const finish = () => {
          clearTimeout(timer)
          wakeUp = null
          resolve(isEnded)
          isEnded = false
        }
        const waitOn = () => {
          if (isEnded || milliseconds <= minimum) return finish()
          wakeUp = finish
          timer = setTimeout(finish, milliseconds - minimum)
        }
        let timer = setTimeout(waitOn, minimum)
      }),
    end: () => {
      isEnded = true
      wakeUp?.()
    },
  }
}
