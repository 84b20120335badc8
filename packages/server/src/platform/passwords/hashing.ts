import { scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Problem } from '../../kernel/refusal.ts'
import { createHashingThreads, type HashingThreads } from './hashing-threads.ts'

/** Turns passwords into what is stored of them, never more at once than the machine has cores. */
export interface Hashing {
  hash(password: string): Promise<string>
  /** Without a hash it takes the same time and fails: nobody learns who has an account. */
  verify(hash: string | null, password: string): Promise<Verdict>
}

interface Verdict {
  readonly ok: boolean
  /** The hash is of an older kind: now that the password is known, make a new one. */
  readonly outdated: boolean
}

interface HashingLimits {
  readonly atOnce?: number
  readonly waitingMax?: number
}

/** As OWASP advises; argon2id is the library's default kind. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
/** Made of no password, and as much work to compare with as a real one. */
const nobodys = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`

const waitingMaxDefault = 256
const retryAfterSeconds = 2

export function createHashing({
  atOnce = availableParallelism(),
  waitingMax = waitingMaxDefault,
}: HashingLimits = {}): Hashing {
  const inTurn = turnstile(atOnce, waitingMax)
  const argon2 = createHashingThreads()
  return {
    hash: (password) => inTurn(() => argon2.hash(normalized(password), cost)),
    async verify(stored, password) {
      const matches = await inTurn(() =>
        verifyStored(argon2, stored ?? nobodys, normalized(password)),
      )
      const ok = matches && stored !== null
      return { ok, outdated: ok && !stored.startsWith(currentPrefix) }
    },
  }
}

/** Keyboards write the same letters in several ways. */
const normalized = (password: string): string => password.normalize('NFKC')

/** A line before the hashes: so many at once, so many waiting, and who comes then is sent away. */
function turnstile(atOnce: number, waitingMax: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async function inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (waiting.length < waitingMax) {
      await new Promise<void>((resolve) => void waiting.push(resolve))
    } else throw new Problem('too_busy', { retryAfterSeconds })
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

const importedShape = /^([0-9a-f]{32}):([0-9a-f]{128})$/

function verifyStored(argon2: HashingThreads, stored: string, password: string): Promise<boolean> {
  const [, salt, key] = importedShape.exec(stored) ?? []
  return salt === undefined || key === undefined
    ? argon2.verify(stored, password)
    : verifyImported({ salt, key }, password)
}

const scryptKey = promisify<string, string, number, object, Buffer>(scrypt)
const importedCost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** As users moved from better-auth bring it. The salt is the hexadecimal text itself. */
async function verifyImported(
  { salt, key }: { readonly salt: string; readonly key: string },
  password: string,
): Promise<boolean> {
  const made = await scryptKey(password, salt, key.length / 2, importedCost)
  return timingSafeEqual(made, Buffer.from(key, 'hex'))
}
