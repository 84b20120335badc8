import { parseArgs } from 'node:util'
import { type RunningServer, startGuildhall } from './app/server.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { given } from './platform/config/setting.ts'
import { freePort } from './platform/free-port.ts'
import { createLog } from './platform/log.ts'
import { StartFailure } from './platform/start-failure.ts'

const exitSecondsMax = 10
const repeatedSignalMilliseconds = 1_000

const say = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const isDemo = asksForDemo()
  const config = readConfig(await withPort(process.env))
  if ('faults' in config) {
    config.faults.forEach(say)
    process.exitCode = 1
    return
  }
  const log = createLog({ level: config.server.logLevel })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const packageFolder = new URL('../', import.meta.url)
  const server = await startGuildhall({ config, log, clock: systemClock, packageFolder, isDemo })
  greet(config, server)
  if (isDemo) presentDemo(server)
  if (Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) < 8) {
    log.warn('UV_THREADPOOL_SIZE is below 8: files and look-ups of names may hold up one another')
  }

  let ending = false
  const end = async (code: number) => {
    ending = true
    const forced = setTimeout(() => process.exit(1), exitSecondsMax * 1_000)
    await server.stop()
    clearTimeout(forced)
    process.exit(code)
  }
  onEndSignal(() => void end(0))
  await server.ended
  if (ending) return
  log.fatal('PostgreSQL has ended; the server cannot go on without it')
  await end(1)
}

function asksForDemo(): boolean {
  try {
    const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
    return values.demo
  } catch (error) {
    throw new StartFailure('Only --demo can be said here; everything else is a setting', {
      cause: error,
    })
  }
}

/** A free port is chosen before the settings are read, because the public url follows from it. */
async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  return given(env, 'PORT') === '0' ? { ...env, PORT: String(await freePort()) } : env
}

type Started = Pick<RunningServer, 'port' | 'place' | 'demo'>

function greet({ server, mail }: Config, { port, place }: Started): void {
  const mails = mail.smtpUrl === null ? `${server.url}/dev/mail` : 'sent by SMTP'
  say('')
  say(`  Guildhall   ${port === null ? 'works in the background' : server.url}`)
  say(`  Data        ${place}`)
  say(`  Mails       ${mails}`)
  say('')
}

/** A server in use stays as it is, so that nobody has to take the option away again. */
function presentDemo({ demo }: Started): void {
  if (demo === null) say('  Demo        left out: somebody has used this server already')
  else {
    say(`  Demo        ${demo.organization}`)
    say(`  Sign in     ${demo.email}  with the password  ${demo.password}`)
    say('              It is said only now, so note it.')
  }
  say('')
}

/** A terminal and the programs in between may send the same signal twice; a person means it. */
function onEndSignal(begin: () => void): void {
  let begunAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const at = systemClock.monotonicMilliseconds()
      if (begunAt === null) {
        begunAt = at
        begin()
      } else if (at - begunAt > repeatedSignalMilliseconds) process.exit(1)
    })
  }
}

main().catch((error: unknown) => {
  say(error instanceof StartFailure ? error.message : String((error as Error).stack ?? error))
  process.exit(1)
})
