import { systemClock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config/setting.ts'
import { clock } from './clock.ts'
import { clockHelp, readClock } from './clock-usage.ts'
import { listen } from './listen.ts'
import { type Commands, print, printError, refuse } from './run-commands.ts'
import { trigger } from './trigger.ts'
import { listenHelp, readListen, readTrigger, triggerHelp } from './usage.ts'

/** Commands that call a server by its URL with an access token, from any machine. */
export const remoteCommands = (environment: Environment): Commands => ({
  clock: {
    meaning: 'prints or advances the clock of a sandbox',
    help: clockHelp,
    run: async (args) => {
      const input = readClock(args, environment)
      return 'usageError' in input ? refuse(input) : clock(input, { print, printError })
    },
  },
  listen: {
    meaning: 'forwards an organization’s events to a handler on this machine',
    help: listenHelp,
    run: async (args) => {
      const input = readListen(args, environment)
      if ('usageError' in input) return refuse(input)
      const interruption = new AbortController()
      // A second one ends the process in the usual way.
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.once(name, () => interruption.abort())
      }
      return listen(input, { clock: systemClock, signal: interruption.signal, print, printError })
    },
  },
  trigger: {
    meaning: 'triggers a sample event in a sandbox',
    help: triggerHelp,
    run: async (args) => {
      const input = readTrigger(args, environment)
      return 'usageError' in input ? refuse(input) : trigger(input, { print, printError })
    },
  },
})
