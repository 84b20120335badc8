import { createProduct } from '@guildhall/contract/catalog/products'
import { emailAddress } from '@guildhall/contract/identity/email-address'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Scope } from '@guildhall/contract/organizations/scopes'
import { createSellerOrganization } from '@guildhall/contract/organizations/seller-organizations'
import { createWebhookEndpoint } from '@guildhall/contract/webhooks/endpoints'
import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import { OptionReader, readScopes, slugOf } from './option-reader.ts'
import { readArgs, type UsageError } from './usage.ts'

export const seedHelp = `guildhall seed --email <address> --organization <name> [options]

Creates an organization with an access token on the server of this machine, so that tests and
scripts need no browser. All is created, or nothing.

  --email <address>      the owner; a user is created unless one has this address
  --organization <name>  at least 3 characters
  --slug <slug>          default: the name in lower case, with hyphens
  --scopes <a,b>         of the token; default: all scopes
  --product <name>       also create a product, and say what it costs:
  --price <cents>        such as 900 for $9.00; 0: free
  --every <interval>     month or year makes it a subscription
  --webhook <url>        also create a webhook endpoint for all events
  --print-env            print only settings for an application’s .env
  --json                 print JSON

Examples:

  guildhall seed --email me@acme.test --organization Acme
  guildhall seed --email me@acme.test --organization Acme --product Pro --price 900 --every month \\
    --webhook http://localhost:4000/webhooks --print-env >> .env`

export interface SeedOptions {
  readonly email: string
  readonly organization: { readonly name: string; readonly slug: string }
  readonly scopes: readonly Scope[]
  readonly product: BodyOf<typeof createProduct> | null
  readonly webhook: BodyOf<typeof createWebhookEndpoint> | null
  readonly output: 'text' | 'env' | 'json'
}

const options = {
  email: { type: 'string' },
  organization: { type: 'string' },
  slug: { type: 'string' },
  scopes: { type: 'string', multiple: true },
  product: { type: 'string' },
  price: { type: 'string' },
  every: { type: 'string' },
  webhook: { type: 'string' },
  'print-env': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export function readSeed(args: readonly string[]): SeedOptions | UsageError {
  const read = readArgs(args, options)
  if ('usageError' in read) return read
  const { values, positionals } = read
  if (positionals.length > 0) return { usageError: `There is no option ${positionals[0]}` }
  if (values.email === undefined || values.organization === undefined) {
    return { usageError: 'Pass --email and --organization; guildhall seed --help shows examples' }
  }
  const reader = new OptionReader()
  const email = reader.read(emailAddress, values.email, () => '--email')
  const organization = reader.read(
    createSellerOrganization.body,
    { name: values.organization, slug: values.slug ?? slugOf(values.organization) },
    (path) => (path.includes('slug') ? '--slug' : '--organization'),
  )
  const scopes = readScopes(reader, values.scopes)
  const product = readProduct(reader, values)
  const webhook = readWebhook(reader, values.webhook)
  if (email === null || organization === null || reader.faults.length > 0) {
    return { usageError: reader.faults.join('\n') }
  }
  const output = values.json ? 'json' : values['print-env'] ? 'env' : 'text'
  const { name, slug } = organization
  return { email, organization: { name, slug }, scopes, product, webhook, output }
}

export interface ProductValues {
  readonly product?: string | undefined
  readonly price?: string | undefined
  readonly every?: string | undefined
}

export function readProduct(
  reader: OptionReader,
  values: ProductValues,
  named: (option: string) => string = (option) => `--${option}`,
): SeedOptions['product'] {
  const { product: name, price, every } = values
  if (name === undefined) {
    if (price !== undefined || every !== undefined) {
      reader.faults.push(`${named('product')}: name what is sold at the price`)
    }
    return null
  }
  if (price === undefined || !/^\d{1,9}$/.test(price)) {
    reader.faults.push(`${named('price')}: pass a whole number of cents, such as 900, or 0`)
    return null
  }
  const priced = { amountType: 'fixed', priceAmount: Number(price) }
  return reader.read(
    createProduct.body,
    {
      name,
      recurringInterval: every ?? null,
      prices: [Number(price) === 0 ? { amountType: 'free' } : priced],
    },
    (path) => {
      if (path.includes('name')) return named('product')
      return named(path.includes('recurringInterval') ? 'every' : 'price')
    },
  )
}

export const readWebhook = (
  reader: OptionReader,
  url: string | undefined,
  option = '--webhook',
): SeedOptions['webhook'] =>
  url === undefined
    ? null
    : reader.read(
        createWebhookEndpoint.body,
        { url, format: 'raw', events: webhookEventTypes },
        () => option,
      )
