import { parseArgs } from 'node:util'
import { assert } from '../src/kernel/assert.ts'
import { billingFaults } from './faults.ts'

export interface Arguments {
  /** The first seed; null for a random one. */
  readonly seed: number | null
  readonly seeds: number
  readonly steps: number
  readonly fault: string | null
  /** Whether every fault is planted, one after another. */
  readonly areFaultsPlanted: boolean
}

const defaults = { seeds: 100, steps: 12 }

/** Throws an error whose message says what is wrong. */
export function readArguments(given: readonly string[]): Arguments {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...given],
    options: { seed: text, seeds: text, steps: text, fault: text, faults: { type: 'boolean' } },
  })
  const { seed, seeds, steps, fault = null, faults = false } = values
  if (fault !== null && !billingFaults.includes(fault)) {
    throw new Error(`--fault takes one of ${billingFaults.join(', ')}, not "${fault}"`)
  }
  return {
    seed: seed === undefined ? null : whole('--seed', seed),
    seeds: seeds === undefined ? defaults.seeds : whole('--seeds', seeds),
    steps: steps === undefined ? defaults.steps : whole('--steps', steps),
    fault,
    areFaultsPlanted: faults,
  }
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name} takes a whole number, not "${text}"`)
  const value = Number(text)
  assert(Number.isSafeInteger(value), 'nine digits are a number')
  return value
}
