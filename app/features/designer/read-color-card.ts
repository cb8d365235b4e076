import type { Client } from '#app/lib/client.ts';
import type { ColorCard } from '#drawing/design/shed-design.ts';
import { parseColorCard } from './color-card.ts';
import { readDesignerSettings } from './designer-settings-row.ts';

export const readColorCard = async (client: Client): Promise<ColorCard> =>
  parseColorCard((await readDesignerSettings(client))?.color_card);
