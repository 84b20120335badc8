import { createProduct } from '../domains/catalog/index.ts'
import { createVerifiedUser, findUserByEmail, type UserRow } from '../domains/identity/index.ts'
import { issueAccessToken } from '../domains/organizations/index.ts'
import { createEndpoint, requireTarget } from '../domains/webhooks/index.ts'
import { Problem } from '../kernel/refusal.ts'
import type { Config } from '../platform/config/config.ts'
import { makeSecret, secretPrefixes } from '../platform/crypto/tokens.ts'
import { runUnitOfWork, type UnitOfWork } from '../platform/unit-of-work.ts'
import type { SeedOptions } from './command-line/seed-usage.ts'
import { createOrganizationOf } from './create.ts'
import type { AppDeps } from './dependencies.ts'
import { newPassword, onOwnServer } from './own-server.ts'

/** What was created, with its secrets, which can’t be read later. */
export interface Seeded {
  readonly url: string
  readonly email: string
  /** Null for a user who existed. */
  readonly password: string | null
  readonly organizationId: string
  readonly organizationSlug: string
  readonly accessToken: string
  readonly productId: string | null
  readonly webhookSecret: string | null
}

/** Creates a seller on the server of this machine, in one transaction. */
export const seed = (config: Config, options: SeedOptions): Promise<Seeded> =>
  onOwnServer(config, (deps) => createSeller(deps, options))

async function createSeller(deps: AppDeps, options: SeedOptions): Promise<Seeded> {
  const { webhook } = options
  if (webhook !== null) await requireTarget(deps, webhook.url)
  const password = newPassword()
  const passwordHash = await deps.hashing.hash(password)
  const { secret: accessToken, hash: secretHash } = makeSecret(secretPrefixes.organizationAccess)
  return runUnitOfWork(deps.uowFactory, {}, async (uow) => {
    const owner = await findOrCreateOwner(uow, deps, { email: options.email, passwordHash })
    const wanted = options.organization
    const organization = await createOrganizationOf(uow, deps, { userId: owner.user.id, wanted })
    const organizationId = organization.id
    const { scopes, product } = options
    const token = { organizationId, comment: 'Created by guildhall seed', scopes, secretHash }
    await issueAccessToken(uow, deps, { ...token, scopes: [...scopes], creator: owner.user })
    const sold = product && (await createProduct(uow, deps, { ...product, organizationId }))
    const endpoint = webhook && (await createEndpoint(uow, deps, { ...webhook, organizationId }))
    return {
      url: deps.config.server.url,
      email: owner.user.email,
      password: owner.isNew ? password : null,
      organizationId,
      organizationSlug: organization.slug,
      accessToken,
      productId: sold?.id ?? null,
      webhookSecret: endpoint?.secret ?? null,
    }
  })
}

interface Owner {
  readonly user: UserRow
  readonly isNew: boolean
}

async function findOrCreateOwner(
  uow: UnitOfWork,
  deps: AppDeps,
  { email, passwordHash }: { readonly email: string; readonly passwordHash: string },
): Promise<Owner> {
  const known = await findUserByEmail(uow.tx, email)
  if (known !== undefined) return { user: known, isNew: false }
  const name = email.slice(0, email.indexOf('@'))
  const user = await createVerifiedUser(uow, deps, { email, name, passwordHash })
  if (user === null) throw new Problem('user_already_exists')
  return { user, isNew: true }
}

/** As the command prints it. */
export function seedText(seeded: Seeded, output: SeedOptions['output']): string {
  if (output === 'json') return JSON.stringify(seeded, null, 2)
  const { url, email, password, organizationSlug, productId, webhookSecret } = seeded
  const settings = [
    `GUILDHALL_URL=${url}`,
    `GUILDHALL_ACCESS_TOKEN=${seeded.accessToken}`,
    `ORGANIZATION_ID=${seeded.organizationId}`,
    ...(productId === null ? [] : [`PRODUCT_ID=${productId}`]),
    ...(webhookSecret === null ? [] : [`WEBHOOK_SECRET=${webhookSecret}`]),
  ]
  if (output === 'env') return settings.join('\n')
  return [
    `Created ${organizationSlug}. Its secrets are shown only now:`,
    '',
    ...settings,
    '',
    `Dashboard: ${url}/dashboard/${organizationSlug}`,
    password === null
      ? `Sign in as ${email} with the password of that user`
      : `Sign in as ${email} with the password ${password}`,
  ].join('\n')
}
