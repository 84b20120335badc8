import type { MeteredTerms } from './metered-input.ts'

const examplesMax = 5

/** Numbers of units at which something changes: none, what is included, and the ends of tiers. */
export function exampleUnits({ pricing, includedUnits }: MeteredTerms): string[] {
  const included = Number(includedUnits)
  const steps = stepsOf(pricing).map((units) => included + units)
  const last = steps.at(-1) ?? included
  const units = [0, ...(included > 0 ? [included] : []), ...steps, last * 2]
  return [...new Set(units)].slice(0, examplesMax).map(plain)
}

const exampleUnitsDefault = 1000

function stepsOf(pricing: MeteredTerms['pricing']): number[] {
  switch (pricing.scheme) {
    case 'unit':
      return [exampleUnitsDefault]
    case 'package': {
      const size = Number(pricing.packageUnits)
      return [size / 2, size]
    }
    case 'graduated':
    case 'volume': {
      const ends = pricing.tiers.flatMap(({ upTo }) => (upTo === null ? [] : [Number(upTo)]))
      return ends.length === 0 ? [exampleUnitsDefault] : ends
    }
  }
}

const decimalsMax = 12

/** Without an exponent. */
const plain = (units: number): string =>
  Number.isInteger(units) ? String(BigInt(units)) : units.toFixed(decimalsMax).replace(/0+$/, '')
