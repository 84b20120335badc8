/** Wakes the dispatcher, which is started after its callers. */
export interface WakeRelay {
  readonly wake: () => void
  readonly forwardTo: (target: () => void) => void
}

export function createWakeRelay(): WakeRelay {
  let forward = () => undefined as void
  return {
    wake: () => forward(),
    forwardTo: (target) => {
      forward = target
    },
  }
}
