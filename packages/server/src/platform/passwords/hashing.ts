import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Options } from '@node-rs/argon2'
import { Problem } from '../../kernel/refusal.ts'
import { createHashingThreads, type HashingThreads } from './hashing-threads.ts'

/** Turns passwords into what is stored of them, never more at once than the machine has cores. */
export interface Hashing {
  hash(password: string): Promise<string>
  /** Without a hash it takes the same time and fails: nobody learns who has an account. */
  verify(hash: string | null, password: string, options?: VerifyOptions): Promise<Verdict>
}

interface VerifyOptions {
  /**
   * Takes the time of a current and of an imported hash, whichever is compared, if any. For a
   * stranger's guess: the two take different times, so one alone would tell who has which.
   */
  readonly asIfImported?: boolean
}

interface Verdict {
  readonly ok: boolean
  /** The hash is of an older kind: now that the password is known, make a new one. */
  readonly outdated: boolean
}

interface HashingOptions {
  readonly cost?: Cost
  readonly atOnce?: number
  readonly waitingMax?: number
  readonly threads?: HashingThreads
}

type Cost = Readonly<Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>>

/** As OWASP advises; argon2id is the library's default kind. */
const costDefault: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const prefixOf = ({ memoryCost, timeCost, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/** As users moved from better-auth bring it. The salt is the hexadecimal text itself. */
const importedShape = /^([0-9a-f]{32}):([0-9a-f]{128})$/
const importedCost = { keyBytes: 64, N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 } as const
const nobodysImported = { salt: '0'.repeat(32), key: '0'.repeat(2 * importedCost.keyBytes) }

const waitingMaxDefault = 256
const retryAfterSeconds = 2

export function createHashing({
  cost = costDefault,
  atOnce = availableParallelism(),
  waitingMax = waitingMaxDefault,
  threads = createHashingThreads(),
}: HashingOptions = {}): Hashing {
  const inTurn = turnstile(atOnce, waitingMax)
  const currentPrefix = prefixOf(cost)
  /** Made of no password, and as much work to compare with as a real one. */
  const nobodys = `${currentPrefix}${'A'.repeat(22)}$${'A'.repeat(43)}`
  const matchesCurrent = async (stored: string | null, password: string) =>
    (await threads.verify(stored ?? nobodys, password)) && stored !== null
  return {
    hash: (password) => inTurn(() => threads.hash(normalized(password), cost)),
    async verify(stored, password, { asIfImported = false } = {}) {
      const { current, imported } = readStored(stored)
      const typed = normalized(password)
      const ok = await inTurn(async () => {
        const isCurrent =
          (asIfImported || imported === null) && (await matchesCurrent(current, typed))
        const isImported =
          (asIfImported || imported !== null) && (await matchesImported(threads, imported, typed))
        return isCurrent || isImported
      })
      return { ok, outdated: ok && !current?.startsWith(currentPrefix) }
    },
  }
}

interface Imported {
  readonly salt: string
  readonly key: string
}

/** Of the two at most one is there. */
function readStored(stored: string | null): {
  readonly current: string | null
  readonly imported: Imported | null
} {
  const [, salt, key] = importedShape.exec(stored ?? '') ?? []
  return salt === undefined || key === undefined
    ? { current: stored, imported: null }
    : { current: null, imported: { salt, key } }
}

async function matchesImported(
  threads: HashingThreads,
  imported: Imported | null,
  password: string,
): Promise<boolean> {
  const { salt, key } = imported ?? nobodysImported
  const made = await threads.scrypt(password, salt, importedCost)
  return timingSafeEqual(made, Buffer.from(key, 'hex')) && imported !== null
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
