import { Problem } from '../kernel/refusal.ts'
import { systemClock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import { loadSecret } from '../platform/config/secret.ts'
import { randomBase62 } from '../platform/crypto/base62.ts'
import { createKeyring } from '../platform/crypto/keyring.ts'
import { openDatabase } from '../platform/database/database.ts'
import { refusalText } from '../platform/http/refusal-answer.ts'
import { createLog } from '../platform/log.ts'
import { openDispatcherNotifier } from '../platform/outbox/notify-dispatchers.ts'
import { createHashing } from '../platform/passwords/hashing.ts'
import { createPrinter } from '../platform/pdf/printer.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { openObjectStorage } from '../platform/storage/open-storage.ts'
import { databaseUrlOf, roleAt } from './attach-to-server.ts'
import { type AppDeps, composeDeps } from './dependencies.ts'
import { domains } from './domains.ts'

/** Acts in the database of the server of this machine, for commands that need no access token. */
export async function onOwnServer<T>(
  config: Config,
  act: (deps: AppDeps) => Promise<T>,
): Promise<T> {
  const url = databaseUrlOf(config)
  const role = (await roleAt(url)) ?? undefined
  const keyring = createKeyring(config.server.secrets ?? (await loadSecret(config.server.data)))
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ url, role }, log)
  const notifier = openDispatcherNotifier(database)
  const clock = systemClock
  const foundation = {
    config,
    log,
    clock,
    database,
    keyring,
    hashing: createHashing(),
    storage: await openObjectStorage({ config, keyring, clock }),
    printer: createPrinter(),
    smtp: null,
    wake: notifier.notify,
  }
  try {
    return await act(composeDeps(foundation, domains))
  } catch (error) {
    throw error instanceof Problem ? new StartFailure(refusalText(error)) : error
  } finally {
    await notifier.close()
    await database.close()
  }
}

const passwordLength = 16

export const newPassword = (): string => randomBase62(passwordLength)
