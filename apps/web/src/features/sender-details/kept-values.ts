import { keeper } from '../../lib/keeper.ts'
import type { SenderValues } from './form-schema.ts'

export const { keep: keepValues, kept: keptValues, forget: forgetValues } = keeper<SenderValues>()
