import { type Refusal, refuse } from '../../src/kernel/refusal.ts'

export interface Jar {
  readonly id: string
  readonly coins: number
  readonly version: number
}

export interface JarChange {
  readonly jar: Jar
  readonly change: number
}

export function decideTransfer(
  from: Jar,
  to: Jar,
  coins: number,
): readonly JarChange[] | Refusal<'too_few_coins'> {
  if (from.coins < coins) return refuse('too_few_coins')
  return [
    { jar: after(from, -coins), change: -coins },
    { jar: after(to, coins), change: coins },
  ]
}

export const decideMint = (jar: Jar, coins: number): readonly JarChange[] => [
  { jar: after(jar, coins), change: coins },
]

const after = (jar: Jar, change: number): Jar => ({
  id: jar.id,
  coins: jar.coins + change,
  version: jar.version + 1,
})
