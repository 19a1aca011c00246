import { keeper } from '../../lib/keeper.ts'
import type { ProfileValues } from './form-schema.ts'

export const { keep: keepValues, kept: keptValues, forget: forgetValues } = keeper<ProfileValues>()
