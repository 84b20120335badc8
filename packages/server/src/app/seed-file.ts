import { readFile } from 'node:fs/promises'
import { emailAddress } from '@guildhall/contract/identity/email-address'
import { createSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { checkNewPassword } from '../domains/identity/routes/credentials/check-new-password.ts'
import { findOrganizationBySlug } from '../domains/organizations/store/organizations.ts'
import { requireTarget } from '../domains/webhooks/actions/create-endpoint.ts'
import { Problem } from '../kernel/refusal.ts'
import {
  hashSecret,
  hasSecretShape,
  type MadeSecret,
  makeSecret,
  secretPrefixes,
} from '../platform/crypto/tokens.ts'
import { refusalText } from '../platform/http/refusal-answer.ts'
import { StartFailure } from '../platform/start-failure.ts'
import { runUnitOfWork } from '../platform/unit-of-work.ts'
import { OptionReader, readScopes, slugOf } from './command-line/option-reader.ts'
import { readProduct, readWebhook } from './command-line/seed-usage.ts'
import type { AppDeps } from './dependencies.ts'
import { newPassword } from './own-server.ts'
import { createSeller, hashForNewOwner, type WantedSeller } from './seed.ts'

/** Not a strict object, whose faults don’t name the field. */
const closed = <S extends z.core.$ZodShape>(shape: S) =>
  z.catchall(
    z.object(shape),
    z.custom(() => false, { error: 'There is no such field' }),
  )

const SeedFile = closed({
  email: z.string(),
  password: z.optional(z.string()),
  organization: z.string(),
  slug: z.optional(z.string()),
  accessToken: z.optional(z.string()),
  scopes: z.optional(z.array(z.string())),
  products: z.optional(
    z.array(closed({ name: z.string(), price: z.number(), every: z.optional(z.string()) })),
  ),
  webhook: z.optional(z.string()),
})

type SeedFile = z.output<typeof SeedFile>

interface Seed extends Omit<WantedSeller, 'passwordHash'> {
  /** Null for one that nobody knows, which the owner resets. */
  readonly password: string | null
}

/**
 * Creates the seller that the file describes, unless its organization exists: the file may stay for
 * all starts, and for all processes that start at once.
 */
export async function applySeedFile(deps: AppDeps, path: string): Promise<void> {
  const { password, ...wanted } = await readSeedFile(path)
  const { kysely } = deps.uowFactory.database
  const { slug } = wanted.organization
  if ((await findOrganizationBySlug(kysely, slug)) !== undefined) return
  try {
    if (password !== null) {
      const { email } = wanted
      const refusal = await checkNewPassword(deps, password, { email })
      if (refusal !== null) {
        const problem = new Problem(refusal.refused, refusal.details)
        throw new StartFailure(`password: ${refusalText(problem)}`)
      }
    }
    if (wanted.webhook !== null) await requireTarget(deps, wanted.webhook.url)
    const passwordHash = await hashForNewOwner(deps, wanted.email, password ?? newPassword())
    await runUnitOfWork(deps.uowFactory, {}, async (uow) => {
      await sql`select pg_advisory_xact_lock(hashtext('app.seed_file'))`.execute(uow.tx)
      // Another process may have been first.
      if ((await findOrganizationBySlug(uow.tx, slug)) !== undefined) return
      await createSeller(uow, deps, { ...wanted, passwordHash })
    })
  } catch (error) {
    if (error instanceof Problem) throw failure(path, [refusalText(error)])
    throw error instanceof StartFailure ? failure(path, [error.message]) : error
  }
}

async function readSeedFile(path: string): Promise<Seed> {
  const reader = new OptionReader()
  const file = reader.read(SeedFile, await readJson(path), ([, ...inFile]) => inFile.join('.'))
  const seed = file && readSeed(reader, file)
  if (seed === null || reader.faults.length > 0) throw failure(path, reader.faults)
  return seed
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw failure(path, [error.message])
  })
  try {
    return JSON.parse(text)
  } catch {
    throw failure(path, ['the file is not JSON'])
  }
}

function readSeed(reader: OptionReader, file: SeedFile): Seed | null {
  const email = reader.read(emailAddress, file.email, () => 'email')
  const organization = reader.read(
    createSellerOrganization.body,
    { name: file.organization, slug: file.slug ?? slugOf(file.organization) },
    (path) => (path.includes('slug') ? 'slug' : 'organization'),
  )
  const scopes = readScopes(reader, file.scopes, 'scopes')
  const token = readToken(reader, file.accessToken)
  const products = (file.products ?? []).flatMap(
    ({ name: product, price, every }, index) =>
      readProduct(reader, { product, price: `${price}`, every }, (option) => {
        return `products.${index}.${option === 'product' ? 'name' : option}`
      }) ?? [],
  )
  const webhook = readWebhook(reader, file.webhook, 'webhook')
  if (email === null || organization === null) return null
  const { name, slug } = organization
  const password = file.password ?? null
  return { email, password, organization: { name, slug }, scopes, token, products, webhook }
}

/** A chosen token could be guessed, so only the form of a made one is taken; one is offered. */
function readToken(reader: OptionReader, secret: string | undefined): MadeSecret | null {
  if (secret === undefined) return null
  const prefix = secretPrefixes.organizationAccess
  if (hasSecretShape(prefix, secret)) return { secret, hash: hashSecret(secret) }
  reader.faults.push(`accessToken: not a token; here is a new one: ${makeSecret(prefix).secret}`)
  return null
}

const failure = (path: string, faults: readonly string[]): StartFailure =>
  new StartFailure(faults.map((fault) => `GUILDHALL_SEED (${path}): ${fault}`).join('\n'))
