import type { Answer } from './guards.ts'
import type { PageRoute } from './page.ts'

/** Resolves when the process can work, rejects when it can't. */
export type ReadinessCheck = () => Promise<void>

const checkSecondsMax = 2

/** `/livez`: the process responds. `/readyz`: it can work; else 503 with the reason. */
export function probeRoutes(
  checks: Readonly<Record<string, ReadinessCheck>>,
  facts: () => Readonly<Record<string, string>> = () => ({}),
): PageRoute[] {
  return [
    { method: 'GET', path: '/livez', answer: () => statusAnswer(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/readyz',
      async answer({ log }) {
        const results = await Promise.all(
          Object.entries(checks).map(async ([name, check]) => {
            const fault = await faultOf(check)
            if (fault !== null) log.warn({ check: name, err: fault }, 'not ready')
            return fault === null ? null : name
          }),
        )
        const failed = results.filter((name) => name !== null)
        if (failed.length === 0) return statusAnswer(200, { status: 'ok', ...facts() })
        return statusAnswer(503, { status: 'unavailable', failed })
      },
    },
  ]
}

async function faultOf(check: ReadinessCheck): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`no answer within ${checkSecondsMax} s`))
    timer = setTimeout(fail, checkSecondsMax * 1000)
  })
  try {
    await Promise.race([check(), late])
    return null
  } catch (error) {
    return error ?? new Error('the check failed')
  } finally {
    clearTimeout(timer)
  }
}

const statusAnswer = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})
