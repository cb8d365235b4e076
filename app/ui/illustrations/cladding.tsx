import { box } from '#drawing/shed/outline.ts';

type CladdingProps = {
  material: string;
  dark: boolean;
  slant: number;
  from: number;
};

export function Cladding({ material, dark, slant, from }: CladdingProps) {
  const stroke = dark ? '#fff' : '#000';
  const lying = material.trim().toLowerCase() === 'vinyl';
  const joints = lying ? courses(slant, from) : boards(material, from, slant !== 0);
  return <path d={joints} fill="none" stroke={stroke} strokeOpacity="0.22" strokeWidth="1" />;
}

function boards(material: string, from: number, narrow: boolean) {
  const spacing = { duratemp: 22, metal: 8 }[material.trim().toLowerCase()] ?? 14;
  const step = narrow ? spacing * 0.7 : spacing;
  const groove = material.trim().toLowerCase() === 'duratemp';
  let path = '';
  for (let x = from + step; x < box.width; x += step) {
    path += `M${round(x)} 0V${box.height}`;
    if (groove) path += `M${round(x + 3)} 0V${box.height}`;
  }
  return path;
}

function courses(slant: number, from: number) {
  let path = '';
  for (let y = 0; y < box.height + 120; y += 10) {
    path += `M${round(from)} ${y}L${box.width} ${round(y + slant * (box.width - from))}`;
  }
  return path;
}

function round(value: number) {
  return Math.round(value * 10) / 10;
}
