import { keeper } from '../../lib/forms/keeper.ts'
import type { ProfileValues } from './form-schema.ts'

export const keptValues = keeper<ProfileValues>()
