export interface Calls {
  sdk: string
  curl: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** On the server: `/v1/customers/`. */
  path: string
  /** The method of the official client: `customers.create`. */
  sdk: string
  /** The input in camelCase, converted to snake case for curl. */
  argument?: Readonly<Record<string, unknown>>
  /** The token if it is known; otherwise read from the environment. */
  token?: string
}

/** A call as code for the official client and for curl, ready to run. */
export function callCode(origin: string, call: Call): Calls {
  return { sdk: sdkCode(origin, call), curl: curlCode(origin, call) }
}

function sdkCode(origin: string, { sdk, argument, token }: Call): string {
  return [
    "import { Polar } from '@polar-sh/sdk'",
    '',
    'const guildhall = new Polar({',
    `  serverURL: '${origin}',`,
    `  accessToken: ${token === undefined ? environment : `'${token}'`},`,
    '})',
    '',
    `await guildhall.${sdk}(${argument === undefined ? '' : literal(argument)})`,
  ].join('\n')
}

function curlCode(origin: string, { method, path, argument, token }: Call): string {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}${path}`,
    `  -H "Authorization: Bearer ${token ?? '$GUILDHALL_ACCESS_TOKEN'}"`,
  ]
  if (argument !== undefined && method !== 'GET') {
    lines.push("  -H 'Content-Type: application/json'")
    lines.push(`  -d '${JSON.stringify(snakeCase(argument), null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n')
}

const environment = "process.env['GUILDHALL_ACCESS_TOKEN'] ?? ''"

/** TypeScript as people write it: keys without quotes, strings in single quotes. */
function literal(value: unknown, indent = ''): string {
  const deeper = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, indent)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    if (Object.keys(value).length === 0) return '{}'
    const fields = Object.entries(value).map(
      ([name, one]) => `${deeper}${name}: ${literal(one, deeper)},\n`,
    )
    return `{\n${fields.join('')}${indent}}`
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}

/** Converts keys for the billing wire. Metadata keys are the seller’s and stay unchanged. */
function snakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      name === 'metadata' ? one : snakeCase(one),
    ]),
  )
}
