/** The design tokens, in color formats that mail clients support. */
const light = {
  canvas: 'background-color:#faf9f6;',
  surface: 'background-color:#ffffff;border:1px solid #e4e3de;',
  ink: 'color:#201e18;',
  faint: 'color:#57554e;',
  line: 'border-top:1px solid #e4e3de;',
  button: 'background-color:#105e41;color:#f6fefa;',
} as const

const dark: Record<keyof typeof light, string> = {
  canvas: 'background-color:#11100e;',
  surface: 'background-color:#191815;border-color:#2b2a26;',
  ink: 'color:#eeede9;',
  faint: 'color:#b4b3ad;',
  line: 'border-color:#2b2a26;',
  button: 'background-color:#67c99c;color:#061810;',
}

export const colorsOf = (role: keyof typeof light): string => light[role]

/** For elements with the token as their class; it must override the inline style. */
export const darkStyle = `@media (prefers-color-scheme:dark){${Object.entries(dark)
  .map(([role, style]) => `.${role}{${style.replaceAll(';', ' !important;')}}`)
  .join('')}}`
