// A worker that only moves events to the log and sends them. It answers any message with the CPU
// time that it has used.
import { startDeliverer } from '../../packages/server/src/domains/webhooks/actions/delivery/deliverer.ts'
import { deliveryDeps } from '../../packages/server/src/domains/webhooks/actions/delivery/deps.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { startDispatcher } from '../../packages/server/src/platform/outbox/dispatcher.ts'
import { publicUrl, secret } from '../constants.ts'
import { reportToParent } from '../report-to-parent.ts'

const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'warn' })
const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = await openDatabase({ url }, log)
const keyring = createKeyring([secret])
const clock = systemClock
const wake = () => undefined
const foundation = { config, database, keyring, clock, log, completions: {}, wake }
const deliverer = startDeliverer(deliveryDeps(foundation))
startDispatcher({ database, clock, log, reactions: [], moved: deliverer.wake })
reportToParent(0)
