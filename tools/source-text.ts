// Blanks out comments and strings in source text. Lines and columns stay the same, so that a fault
// found in the result can be located in the file.

// A lookbehind after the slash, so that it is only evaluated at slashes.
const mayOpenRegex = '(?<=(?:^|[=(,:[!&|?{};]|=>|\\breturn)\\s*\\/)'
const tokens = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")`,
    String.raw`(?<template>${'`'}(?:\\[\s\S]|[^\\${'`'}])*${'`'})`,
    String.raw`(?<regex>\/(?![*/])${mayOpenRegex}(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/)`,
  ].join('|'),
  'gm',
)

export const withoutComments = (text: string): string => blankOut(text, ['comment'])

// Templates stay, because they may contain code.
export const withoutStrings = (text: string): string =>
  blankOut(text, ['comment', 'string', 'regex'])

type Kind = 'comment' | 'string' | 'regex'

function blankOut(text: string, kinds: readonly Kind[]): string {
  let result = ''
  let end = 0
  for (const token of text.matchAll(tokens)) {
    const groups = token.groups ?? {}
    const hidden = kinds.some((kind) => groups[kind] !== undefined)
    result += text.slice(end, token.index) + (hidden ? blank(token[0]) : token[0])
    end = token.index + token[0].length
  }
  return result + text.slice(end)
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
