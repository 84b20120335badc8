import { parseArgs } from 'node:util'
import { whenBuilt } from './app/command-line/start.ts'
import { exposureWarnings } from './app/exposure.ts'
import { type RunningServer, startGuildhall } from './app/server.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { given } from './platform/config/setting.ts'
import { freePort } from './platform/free-port.ts'
import { createLog } from './platform/log.ts'
import { hasMailbox } from './platform/mail/mailbox-allowed.ts'
import { releaseMemory } from './platform/release-memory.ts'
import { StartFailure } from './platform/start-failure.ts'

const exitSecondsMax = 10
const repeatedSignalMilliseconds = 1_000

const print = (line: string) => process.stderr.write(`${line}\n`)

async function main(): Promise<void> {
  const { demo: isDemo, 'while-building': isBuilding } = readOptions()
  const webBuilt = isBuilding ? whenBuilt() : Promise.resolve()
  // Thrown where it is awaited.
  webBuilt.catch(() => undefined)
  const config = readConfig(await withPort(process.env))
  if ('faults' in config) {
    config.faults.forEach(print)
    process.exitCode = 1
    return
  }
  const log = createLog({ level: config.server.logLevel })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
  const packageFolder = new URL('../', import.meta.url)
  const server = await startGuildhall({
    config,
    log,
    clock: systemClock,
    packageFolder,
    webBuilt,
    isDemo,
  })
  releaseMemory()
  printStartup(config, server)
  if (isDemo) printDemo(config, server)
  for (const warning of exposureWarnings(config)) log.warn(warning)
  if (Number(process.env['UV_THREADPOOL_SIZE'] ?? 4) < 8) {
    log.warn('UV_THREADPOOL_SIZE is below 8: file access and DNS lookups may delay each other')
  }

  let isEnding = false
  const end = async (code: number) => {
    isEnding = true
    const forced = setTimeout(() => process.exit(1), exitSecondsMax * 1_000)
    await server.stop()
    clearTimeout(forced)
    process.exit(code)
  }
  onEndSignal(() => void end(0))
  await server.ended
  if (isEnding) return
  log.fatal('PostgreSQL has exited; the server is shutting down')
  await end(1)
}

function readOptions() {
  const flag = { type: 'boolean', default: false } as const
  try {
    // The second is given by the process that builds the web.
    return parseArgs({ options: { demo: flag, 'while-building': flag } }).values
  } catch (error) {
    throw new StartFailure('--demo is the only option; everything else is a setting', {
      cause: error,
    })
  }
}

/** A free port is chosen before the settings are read, because the public URL contains it. */
async function withPort(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  return given(env, 'PORT') === '0' ? { ...env, PORT: String(await freePort()) } : env
}

type Started = Pick<RunningServer, 'port' | 'place' | 'demo' | 'operatorLink'>

function printStartup({ server, mail }: Config, started: Started): void {
  const { port, place, operatorLink } = started
  const mails = whereMailsGo({ ...mail, url: server.url })
  print('')
  print(`  Guildhall   ${port === null ? 'runs in the background' : server.url}`)
  print(`  Data        ${place}`)
  print(`  Mails       ${mails}`)
  if (operatorLink !== null) {
    print('')
    print('  This server has no operator yet. Open this link to become it:')
    print(`  ${operatorLink}`)
    print('')
    print('  An application needs a few settings, which this command prints:')
    print(`  npx guildhall seed --email you@example.com --organization Acme --print-env`)
  }
  print('')
}

function whereMailsGo({
  smtpUrl,
  mailbox,
  url,
}: Config['mail'] & { readonly url: string }): string {
  if (smtpUrl !== null) return 'sent by SMTP'
  if (!hasMailbox({ smtpUrl, url })) return 'kept until SMTP_URL is set'
  return mailbox === 'on' ? `${url}/dev/mail` : `${url}/dev/mail, from this machine only`
}

/** A server in use is left unchanged, so that the option may stay in a start script. */
function printDemo({ database }: Config, { demo }: Started): void {
  if (demo === null) {
    const empty =
      database.url === null
        ? 'GUILDHALL_DATA to an empty folder'
        : 'DATABASE_URL to an empty database'
    print('  Demo        skipped: this server already has data')
    print(`              For a server with the demo, set ${empty}.`)
  } else {
    print(`  Demo        ${demo.organization}`)
    print(`  Sign in     ${demo.email}  with the password  ${demo.password}`)
    print('              This password is shown only once.')
  }
  print('')
}

/**
 * A terminal and the programs in between may send the same signal twice in a row; a signal that is
 * repeated later exits immediately.
 */
function onEndSignal(end: () => void): void {
  let endedAt: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const at = systemClock.monotonicMilliseconds()
      if (endedAt === null) {
        endedAt = at
        end()
      } else if (at - endedAt > repeatedSignalMilliseconds) process.exit(1)
    })
  }
}

main().catch((error: unknown) => {
  print(error instanceof StartFailure ? error.message : String((error as Error).stack ?? error))
  process.exit(1)
})
