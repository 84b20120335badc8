import { describe, expect, it } from 'vitest'
import { readArguments } from './arguments.ts'

const byDefault = { seed: null, seeds: 100, steps: 12, fault: null, areFaultsPlanted: false }

describe('the arguments of the simulation', () => {
  it.each([
    [[], {}],
    [['--seed', '7', '--seeds', '1', '--steps', '3'], { seed: 7, seeds: 1, steps: 3 }],
    [['--fault', 'nothing is posted to the ledger'], { fault: 'nothing is posted to the ledger' }],
    [['--faults'], { areFaultsPlanted: true }],
  ])('%j', (given, expected) => {
    expect(readArguments(given)).toEqual({ ...byDefault, ...expected })
  })

  it.each([
    [['--seeds', '1.5'], '--seeds takes a whole number, not "1.5"'],
    [['--seed=-1'], '--seed takes a whole number, not "-1"'],
    [['--fault', 'x'], '--fault takes one of no events are recorded, '],
    [['7'], "Unexpected argument '7'"],
  ])('%j are refused', (given, message) => {
    expect(() => readArguments(given)).toThrow(message)
  })
})
