import { parseArgs } from 'node:util'
import { isJarFault, type JarFault, jarFaults } from './jars/faults.ts'

export interface Arguments {
  // Null where chance shall choose one.
  readonly seed: number | null
  readonly steps: number
  readonly fault: JarFault | null
}

const stepsDefault = 200

// Throws with a line that says what is wrong.
export function readArguments(given: readonly string[]): Arguments {
  const text = { type: 'string' } as const
  const options = { seed: text, steps: text, fault: text }
  const { values } = parseArgs({ args: [...given], options })
  return {
    seed: values.seed === undefined ? null : whole('--seed', values.seed),
    steps: values.steps === undefined ? stepsDefault : whole('--steps', values.steps),
    fault: values.fault === undefined ? null : faultNamed(values.fault),
  }
}

export const replayCommand = ({ seed, steps, fault }: Arguments): string =>
  `npm run simulate -- --seed ${seed} --steps ${steps}${fault === null ? '' : ` --fault ${fault}`}`

function whole(name: string, text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`${name} takes a whole number, not "${text}"`)
  }
  return value
}

function faultNamed(name: string): JarFault {
  if (isJarFault(name)) return name
  throw new Error(`--fault takes one of ${jarFaults.join(', ')}, not "${name}"`)
}
