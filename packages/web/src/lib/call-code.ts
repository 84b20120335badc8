import { snakeCase } from './snake-case.ts'

export interface Calls {
  sdk: string
  curl: string
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** On the server: `/v1/customers/`. */
  path: string
  /** Of the official client: `customers.create`. */
  sdk: string
  /** As the client takes it; on the wire its names are in snake case. */
  argument?: Readonly<Record<string, unknown>>
  /** Where it's known; else it's read from the environment. */
  token?: string
}

/** One call in the words of the official client and of a terminal, ready to run. */
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

/** As a person writes it in TypeScript: names without quotes, texts in single ones. */
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
