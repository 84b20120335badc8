import { systemClock } from '../../platform/clock.ts'
import type { Environment } from '../../platform/config/setting.ts'
import { clock } from './clock.ts'
import { clockHelp, readClock } from './clock-usage.ts'
import { listen, type Terminal } from './listen.ts'
import { login, logout } from './login.ts'
import { loginHelp, logoutHelp, readLogin } from './login-usage.ts'
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
      return listen(input, interruptible())
    },
  },
  login: {
    meaning: 'gets an access token by the browser',
    help: loginHelp,
    run: async (args) => {
      const input = readLogin(args, environment)
      return 'usageError' in input ? refuse(input) : login(input, environment, interruptible())
    },
  },
  logout: {
    meaning: 'revokes the access token of a login',
    help: logoutHelp,
    run: async (args) => {
      const input = readLogin(args, environment)
      return 'usageError' in input
        ? refuse(input)
        : logout(input, environment, { print, printError })
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

/** A second interruption ends the process in the usual way. */
function interruptible(): Terminal {
  const interruption = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interruption.abort())
  }
  return { clock: systemClock, signal: interruption.signal, print, printError }
}
