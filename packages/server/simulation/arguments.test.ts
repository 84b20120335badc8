import { describe, expect, it } from 'vitest'
import { readArguments, replayCommand } from './arguments.ts'

describe('the arguments of a simulation', () => {
  it('have defaults, and leave the seed to chance', () => {
    expect(readArguments([])).toEqual({ seed: null, steps: 200, fault: null })
  })

  it('are read back from the command that replays them', () => {
    const given = { seed: 7, steps: 41, fault: 'unlocked-jars' } as const
    expect(replayCommand(given)).toBe(
      'npm run simulate -- --seed 7 --steps 41 --fault unlocked-jars',
    )
    expect(readArguments(replayCommand(given).split(' ').slice(4))).toEqual(given)
    expect(replayCommand({ ...given, fault: null })).toBe('npm run simulate -- --seed 7 --steps 41')
  })

  it.each([
    [['--seed', 'x'], '--seed takes a whole number, not "x"'],
    [['--seed', ''], '--seed takes a whole number, not ""'],
    [['--seed=-1'], '--seed takes a whole number, not "-1"'],
    [['--steps', '1.5'], '--steps takes a whole number, not "1.5"'],
    [['--steps', '1e3'], '--steps takes a whole number, not "1e3"'],
    [['--fault', 'x'], '--fault takes one of forgotten-events, unlocked-jars, repeated-notes'],
    [['--sed', '1'], "Unknown option '--sed'"],
    [['7'], "Unexpected argument '7'"],
  ])('%o are refused', (given, message) => {
    expect(() => readArguments(given)).toThrow(message)
  })
})
