/** Rings for whoever dispatches news in this process, once there is somebody. */
export interface Bell {
  readonly wake: () => void
  readonly answeredBy: (answer: () => void) => void
}

export function createBell(): Bell {
  let answer = () => undefined as void
  return {
    wake: () => answer(),
    answeredBy: (next) => {
      answer = next
    },
  }
}
