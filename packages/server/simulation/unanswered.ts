import type { TestDeps } from '../test/payments.ts'

/** The processor carries out all charges or none, and answers to none of them. */
export function unanswered(deps: TestDeps, areCharged: boolean): TestDeps {
  const { sandbox } = deps.processors
  return {
    ...deps,
    processors: {
      ...deps.processors,
      sandbox: {
        ...sandbox,
        chargeAll: async (charges) => {
          if (areCharged) await sandbox.chargeAll(charges)
          return charges.map(() => ({ unavailable: 'it does not answer' }))
        },
      },
    },
  }
}
