// The whole server as in production, with background work in the same process.
import { startGuildhall } from '../../packages/server/src/app/server.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { secret } from '../constants.ts'
import { reportToParent } from '../report-to-parent.ts'

const [url = '', ownerUrl = '', packageFolder = '', environment = '{}'] = process.argv.slice(2)

const config = readConfig({
  PORT: '0',
  GUILDHALL_SECRET: secret,
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  ...JSON.parse(environment),
})
if ('faults' in config) throw new Error(config.faults.join('\n'))

const log = createLog({ level: config.server.logLevel })
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
const server = await startGuildhall({
  config,
  log,
  clock: systemClock,
  packageFolder: new URL(packageFolder),
})
reportToParent(server.port ?? 0)
