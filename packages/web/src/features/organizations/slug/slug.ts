import { slugLengthMax } from '@guildhall/contract/organizations/shapes'

/** Transliterations of letters that don’t reduce to a–z without their accents. */
const spellings =
  'ß=ss æ=ae œ=oe ø=o ł=l đ=d ð=d þ=th ı=i ħ=h ' +
  'α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y φ=f ' +
  'χ=ch ψ=ps ω=o ' +
  'а=a б=b в=v г=g д=d е=e ж=zh з=z и=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts ' +
  'ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya є=ye і=i ґ=g ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz'

const spelled: ReadonlyMap<string, string> = new Map(
  spellings.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(2)]),
)

/** A slug derived from the name; empty if the name has no usable characters. */
export function proposeSlug(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const joined = Array.from(plain, (letter) => spelled.get(letter) ?? letter)
    .join('')
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
  return joined.replace(/^-/, '').slice(0, slugLengthMax).replace(/-$/, '')
}

/** Corrects input as obviously intended: capitals and spaces can’t be in a slug. */
export function typedSlug(text: string): string {
  return text.toLowerCase().replace(/\s/g, '-')
}

/** The next suggestion for a taken slug: with a number at its end, or the next number. */
export function nextSlug(slug: string): string {
  const [, stem = slug, number = '1'] = /^(.+)-(\d{1,6})$/.exec(slug) ?? []
  const ending = `-${Number(number) + 1}`
  return `${stem.slice(0, slugLengthMax - ending.length)}${ending}`
}
