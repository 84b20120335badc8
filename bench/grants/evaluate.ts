import { informational, type Result } from '../results.ts'
import type { GrantOptions, Measured } from './measure.ts'

const costMax = 1.25
const validationsMin = 5000
const flatnessMax = 1.25
const secondsPer100Thousand = 100
const delayMax = 1.5
const readsMin = 5

const withoutPeer = { peer: '', ratio: '' }

export const evaluate = (
  { purchases, validations, reads, regrant }: Measured,
  { holders, keys }: GrantOptions,
): Result[] => {
  const cost = purchases.withBenefits / purchases.without
  const flatness = validations.few / validations.many
  const secondsMax = (secondsPer100Thousand * holders) / 100_000
  const readsRatio = reads.orders.cpuMicroseconds / reads.state.cpuMicroseconds
  const delay = regrant.p99During / regrant.p99Before
  return [
    {
      ...withoutPeer,
      figure: 'time of a purchase with three benefits, compared with none',
      ours: `${(1 / purchases.withBenefits).toFixed(0)}, ${(1 / purchases.without).toFixed(0)} /s`,
      ratio: cost.toFixed(2),
      goal: `≤ ${costMax} ×`,
      isMet: cost <= costMax,
    },
    {
      ...withoutPeer,
      figure: 'validations of license keys/s, of a thousand keys',
      ours: `${validations.few.toFixed(0)} (p99 ${validations.p99.toFixed(1)} ms)`,
      goal: `≥ ${validationsMin}`,
      isMet: validations.few >= validationsMin,
    },
    {
      ...withoutPeer,
      figure: `the same, of ${keys} keys`,
      ours: validations.many.toFixed(0),
      ratio: flatness.toFixed(2),
      goal: `≤ ${flatnessMax} ×`,
      isMet: flatness <= flatnessMax,
    },
    {
      ...withoutPeer,
      figure: 'states of a customer per CPU second, compared with pages of orders',
      ours: `${(1e6 / reads.state.cpuMicroseconds).toFixed(0)}, ${(1e6 / reads.orders.cpuMicroseconds).toFixed(0)}`,
      ratio: readsRatio.toFixed(2),
      goal: `≥ ${readsMin} ×`,
      isMet: readsRatio >= readsMin,
    },
    {
      ...withoutPeer,
      figure: `seconds until a changed list has reached ${holders} holders`,
      ours: regrant.seconds.toFixed(0),
      goal: `≤ ${secondsMax}`,
      isMet: regrant.seconds <= secondsMax,
    },
    {
      ...withoutPeer,
      figure: 'update of a checkout meanwhile, p99 ms, compared with before',
      ours: `${regrant.p99During.toFixed(1)}, ${regrant.p99Before.toFixed(1)}`,
      ratio: delay.toFixed(2),
      goal: `≤ ${delayMax} ×`,
      isMet: delay <= delayMax,
    },
    {
      ...withoutPeer,
      figure: 'grants/s of the job',
      ours: regrant.perSecond.toFixed(0),
      goal: informational,
      isMet: true,
    },
  ]
}
