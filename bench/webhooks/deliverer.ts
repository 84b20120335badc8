// A worker that does nothing but move news to the log and send it, from its start to its end. It
// answers any message with the CPU time it has used.
import { deliveryParts } from '../../packages/server/src/app/webhooks.ts'
import { startDeliverer } from '../../packages/server/src/domains/webhooks/jobs/deliverer.ts'
import { systemClock } from '../../packages/server/src/platform/clock.ts'
import { readConfig } from '../../packages/server/src/platform/config/config.ts'
import { createKeyring } from '../../packages/server/src/platform/crypto/keyring.ts'
import { openDatabase } from '../../packages/server/src/platform/database/database.ts'
import { createLog } from '../../packages/server/src/platform/log.ts'
import { startDispatcher } from '../../packages/server/src/platform/outbox/dispatcher.ts'
import { reportTo } from '../measured.ts'
import { publicUrl, secret } from '../setting.ts'

const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'warn' })
const config = readConfig({ GUILDHALL_SECRET: secret, GUILDHALL_URL: publicUrl })
if ('faults' in config) throw new Error(config.faults.join('\n'))
const database = await openDatabase({ url }, log)
const keyring = createKeyring([secret])
const clock = systemClock
const wake = () => undefined
const deliverer = startDeliverer(deliveryParts({ config, database, keyring, clock, log, wake }))
startDispatcher({ database, clock, log, reactions: [], moved: deliverer.wake })
reportTo(0)
