/** The doctor's verdict on one check. */
export interface Finding {
  readonly state: 'fine' | 'weak' | 'wrong'
  readonly text: string
}

export const fine = (text: string): Finding => ({ state: 'fine', text })
export const weak = (text: string): Finding => ({ state: 'weak', text })
export const wrong = (text: string): Finding => ({ state: 'wrong', text })
