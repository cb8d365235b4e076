-- The demonstration's content. The business, the town, the people and their words are made up;
-- telephone numbers are from the range reserved for fiction, addresses end in .example or example.com.
-- Runs once, in one transaction, on a database that holds nothing but the migrations. The pictures
-- it names lie in seed/images under the same paths, the clips in public/demo.

insert into public.business_settings
  (id, business_name, phone, email, address, hours, facebook_url, instagram_url, latitude, longitude,
   service_area, price_includes, payment_methods, service_texts, trust_texts, faq, people, created_at, updated_at)
values (
  '10000000-0000-4000-8000-000000000001',
  'Marren & Daughter Builders',
  '705-555-0142',
  'hello@marrenanddaughter.example',
  '218 Old Mill Road, Hollin Bay, Ontario',
  '{
    "monday": "7:00 AM - 5:30 PM",
    "tuesday": "7:00 AM - 5:30 PM",
    "wednesday": "7:00 AM - 5:30 PM",
    "thursday": "7:00 AM - 5:30 PM",
    "friday": "7:00 AM - 5:30 PM",
    "saturday": "8:00 AM - 2:00 PM",
    "sunday": "Closed"
  }',
  'https://facebook.example/marrenanddaughter',
  'https://instagram.example/marrenanddaughter',
  44.75, -79.89,
  '50 km around our yard', 'floor, doors and setting on a level pad', 'Cash, credit card or bank transfer',
  '{
    "Shops": "Room to work in: a slab that takes a hoist, doors wide enough, light where the bench is.",
    "Garages & Additions": "More house, in line with the old one: same pitch, same siding, no seam to explain.",
    "Siding": "New boards over a wall that is dry first. Wood, vinyl or metal, straight courses.",
    "Soffit & Fascia": "Closed, vented eaves that keep the weather and the wasps out of the attic.",
    "Eavestrough & Roofing": "Shingle or steel, and troughs that carry the spring melt away from the wall.",
    "Garage Doors": "Insulated doors that close on a level sill, hung, balanced and wired.",
    "Custom Sheds": "From eight by eight up, in your colours, framed like a house and set level."
  }',
  '{
    "since": "2004",
    "insurance": "$5 million in liability insurance. Ask us for the certificate.",
    "wsib": "Our whole crew is covered, and you can have the clearance certificate before we start.",
    "warranty": "Five years on our work. You also get the manufacturers'' warranties on shingles, siding and doors.",
    "payment": "One third when you order, the rest when it''s built and you''re happy with it.",
    "lead_times": "Sheds: about six weeks\nGarages and additions: booking for spring\nSiding and roofing: about four weeks",
    "ask": "Send a size, a sketch or a photo. We answer within 24 hours.",
    "visit": "We come out, look at the site and the access, and talk through what would fit.",
    "quote": "You get a written, itemized price, good for 30 days.",
    "build": "The people who measured your yard build it, and leave the yard as they found it."
  }',
  '[
    {
      "question": "Do I have to prepare the ground?",
      "answer": "No. If you like, we''ll level a crushed-stone pad as part of the job. If you''d rather do it yourself, we''ll send you a drawing with the dimensions."
    },
    {
      "question": "Will my shed arrive in one piece?",
      "answer": "Sheds up to 12 feet wide can come on a trailer, if the access to your yard is wide and level enough. Otherwise we build it on site, usually in two to four days."
    },
    {
      "question": "Who gets the building permit?",
      "answer": "You do, as the owner. We give you the drawings to submit. Ask your municipality first: the rules differ from town to town."
    },
    {
      "question": "Do you build in winter?",
      "answer": "Yes, as long as the crew can stand on the roof. We dig and pour before the ground freezes, so order by the end of September for a building with a foundation."
    },
    {
      "question": "Can I change the design after I order?",
      "answer": "Yes, until we order the lumber. We''ll tell you the date ahead of time, and we put each change and its price in writing first."
    }
  ]',
  '[
    {"name": "Jo Marren", "role": "Designs and quotes", "photo": ""},
    {"name": "Tom Marren", "role": "Founder, framing", "photo": ""},
    {"name": "Priya Nand", "role": "Lead carpenter", "photo": ""},
    {"name": "Luc Fournel", "role": "Roofs and eavestrough", "photo": ""},
    {"name": "Bex Aldous", "role": "Siding", "photo": ""},
    {"name": "Sam Whitlow", "role": "Carpenter", "photo": ""},
    {"name": "Noor Haddad", "role": "Apprentice", "photo": ""}
  ]',
  '2026-01-12 09:00-05', '2026-01-12 09:00-05'
);

insert into public.home_content
  (id, section_name, title, subtitle, content, cta_text, cta_link, image_url, created_at, updated_at)
values
  (
    '20000000-0000-4000-8000-000000000001',
    'hero',
    'Sheds, garages and additions, built in Hollin Bay.',
    'A father, a daughter and a crew of five.',
    'The people who measure your yard are the people who build. Tell us what you need: we come out, look at the ground and give you a price in writing.',
    'Request a Quote',
    '/quote-request',
    'hero/1767225900000-autumn-yard.webp',
    '2026-01-12 09:10-05', '2026-01-12 09:10-05'
  ),
  (
    '20000000-0000-4000-8000-000000000002',
    'sheds_hero',
    'Custom Sheds',
    'Seven styles in wood, Duratemp, metal and vinyl.',
    'Every shed below has been built at least once, and each price includes the floor, the doors and setting it on a level pad within 50 km of our yard. Any of them can be made in another size or colour.',
    'Ask for Your Own Size',
    '/quote-request',
    'hero/1767225901000-shed-row.webp',
    '2026-01-12 09:20-05', '2026-01-12 09:20-05'
  );

insert into public.shed_listings
  (id, title, description, material_type, color, size, shed_style, price, images, is_active, is_featured,
   specifications, created_at, updated_at)
values
  (
    '30000000-0000-4000-8000-000000000001',
    'Cedar Garden Gable',
    'The shed we build most. Board-and-batten cedar on a spruce frame, double doors wide enough for a garden tractor with its deck on, and a window over the place where a bench usually goes. Left unstained, the cedar turns silver in about two years.',
    'Wood', 'Natural', '10x12', 'Gable', 7450,
    '{sheds/1767225600000-cedar-gable-10x12.webp,sheds/1767225601000-cedar-gable-10x12-side.webp}',
    true, true,
    '{
      "standard_features": ["Western red cedar board and batten", "2x4 walls, studs at 16 inches", "5-foot double doors", "Three opening windows", "3/4-inch plywood floor on treated joists", "Treated ramp"],
      "optional_upgrades": ["Workbench along one wall", "Shelf along one wall", "Skylight", "Steel roof"]
    }',
    '2026-09-28 10:00-04', '2026-09-28 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000002',
    'Dormer Studio',
    'The windows in the dormer bring daylight down to the middle of the floor, so the walls stay free for shelves. Most people use it as an office or for painting. At 192 square feet it will almost certainly need a building permit; we draw the plans for it.',
    'Duratemp', 'Gray', '12x16', 'Dormer', 13905,
    '{sheds/1767225602000-dormer-studio-12x16.webp,sheds/1767225603000-dormer-studio-12x16-winter.webp}',
    true, true,
    '{
      "standard_features": ["Duratemp siding, painted two coats", "Dormer with a row of fixed windows", "Four opening windows", "5-foot double doors", "Ridge and soffit vents"],
      "optional_upgrades": ["Insulation and pine boards inside", "Wiring by a licensed electrician", "Insulated floor", "Single side door"]
    }',
    '2026-09-14 10:00-04', '2026-09-14 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000003',
    'Porch Cabin',
    'Sixteen feet of dry storage behind four feet of covered porch. The porch floor is cedar, the posts are 6x6, and the roof runs over both in one piece, so there is no joint to leak. Stained walnut brown here; the stain wants a new coat every four or five years.',
    'Wood', 'Brown', '12x20', 'Porch', 18600,
    '{sheds/1767225604000-porch-cabin-12x20.webp,sheds/1767225605000-porch-cabin-12x20-evening.webp}',
    true, true,
    '{
      "standard_features": ["Pine board and batten, stained", "4-foot covered porch with railing", "36-inch door with glass", "Four opening windows", "2x6 floor joists at 12 inches", "Architectural shingles"],
      "optional_upgrades": ["Loft over the back half", "Steel roof", "Insulated walls and ceiling", "Porch light and two outlets"]
    }',
    '2026-08-31 10:00-04', '2026-08-31 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000004',
    'Red Dutch Barn',
    'Low walls and a deep, rounded roof: there is more room up high than the outside suggests, and snow does not stay on it long. Sixteen feet deep, with room for a ride-on mower, the bicycles and a winter''s worth of kindling. Barn red with white trim.',
    'Wood', 'Red', '10x16', 'Dutch Barn', 9480,
    '{sheds/1767225607000-dutch-barn-10x16.webp}',
    true, false,
    '{
      "standard_features": ["Pine siding, solid stain in two colours", "4-foot overhead loft", "5-foot double doors with a ramp", "Four side windows", "Treated 4x6 skids"],
      "optional_upgrades": ["Shelves along one wall", "Loft ladder"]
    }',
    '2026-10-19 10:00-04', '2026-10-19 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000005',
    'Farmhouse Workshop',
    'A building to work in. Steel outside, plywood inside so that a hook can go anywhere, and double doors wide enough for a garden tractor. It stands on a slab or on piers rather than a gravel pad, and it needs a permit; both are part of the quote.',
    'Metal', 'Black', '14x20', 'Modern Farmhouse', 24800,
    '{sheds/1767225608000-farmhouse-workshop-14x20.webp}',
    true, false,
    '{
      "standard_features": ["26-gauge steel walls and standing-seam roof", "2x6 walls, lined with plywood", "5-foot double doors with a ramp", "Canopy over the doors", "Six opening windows", "Condensation barrier under the roof"],
      "optional_upgrades": ["Overhead door", "Insulation to R-24", "60-amp panel by a licensed electrician", "Wood stove opening, framed and flashed"]
    }',
    '2026-10-12 10:00-04', '2026-10-12 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000006',
    'Gambrel with Loft',
    'Twelve by twelve on the ground and nearly half as much again upstairs. The two slopes of the roof leave five feet of headroom along the middle of the loft, enough to kneel and sort boxes. The window in the gable means you can see what you are doing up there.',
    'Duratemp', 'Green', '12x12', 'Gambrel', 9755,
    '{sheds/1767225609000-gambrel-loft-12x12.webp}',
    true, false,
    '{
      "standard_features": ["Duratemp siding, painted two coats", "Full loft with 5 feet of headroom", "Loft window", "Fixed ladder", "5-foot double doors"],
      "optional_upgrades": ["Stairs instead of the ladder", "Two side windows", "Steel roof"]
    }',
    '2026-10-05 10:00-04', '2026-10-05 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000007',
    'Little Steel Gable',
    'Our smallest and simplest: a dry, lockable box for a mower, a wheelbarrow and the snow shovels. Nothing on it needs paint. It fits through a ten-foot gap, so it can usually go behind a house that a truck cannot get past.',
    'Metal', 'White', '8x8', 'Gable', 3861,
    '{sheds/1767225610000-steel-gable-8x8.webp}',
    true, false,
    '{
      "standard_features": ["29-gauge steel walls and roof", "5-foot double doors with a ramp", "Plywood floor on treated skids", "Two windows, one at each end", "Lockable steel handle"],
      "optional_upgrades": ["Workbench along one wall", "Shelf along the back wall"]
    }',
    '2026-09-21 10:00-04', '2026-09-21 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000008',
    'Dormer Potting Shed',
    'Vinyl outside, so it can be hosed down, and a dormer facing south over the bench for seedlings. The bench is 24 inches deep with a slatted top; soil that falls through lands in a drawer.',
    'Vinyl', 'Blue', '8x12', 'Dormer', 6880,
    '{sheds/1767225611000-vinyl-potting-shed-8x12.webp}',
    true, false,
    '{
      "standard_features": ["Vinyl siding over sheathing", "Dormer with a row of windows", "Potting bench with drawer", "Double doors with glass", "Four opening windows", "Treated plywood floor"],
      "optional_upgrades": ["Rain barrel and trough", "Opening dormer windows", "Water tap, drained in winter"]
    }',
    '2026-09-07 10:00-04', '2026-09-07 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000009',
    'Farmhouse Studio',
    'A hundred square feet with glass in the doors and windows down the side, for the person who works at home and would like to leave the house to do it. Navy with white trim, and a cedar canopy over the doors. The walls are deep enough to be insulated, now or in a few years.',
    'Duratemp', 'Navy Blue', '10x10', 'Modern Farmhouse', 8381,
    '{sheds/1767225612000-farmhouse-studio-10x10.webp}',
    true, false,
    '{
      "standard_features": ["Duratemp siding, painted two coats", "Double doors with glass", "Four side windows", "2x6 walls, ready for insulation", "Steel roof with 12-inch eaves"],
      "optional_upgrades": ["Insulation and drywall", "Wiring and baseboard heat by a licensed electrician", "Step and landing in cedar"]
    }',
    '2026-08-24 10:00-04', '2026-08-24 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000010',
    'Steel Gambrel Barn',
    'A barn for two snowmobiles and the trailer they ride on, with a loft above. The price depends on the footing: on level ground with good gravel it costs much less than on rock. We look at the site first and quote it after.',
    'Metal', 'Gray', '12x20', 'Gambrel', null,
    '{sheds/1767225613000-steel-gambrel-12x20.webp}',
    true, false,
    '{
      "standard_features": ["29-gauge steel walls and roof", "6-foot double doors with a ramp", "Four windows", "Loft over one half", "Floor joists sized for vehicles"],
      "optional_upgrades": ["Concrete slab instead of the floor", "Roll-up door at one end", "Snow guards over the doors"]
    }',
    '2026-08-17 10:00-04', '2026-08-17 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000011',
    'Vinyl Dutch Barn',
    'The Dutch barn for people who are done with painting. White vinyl, with red doors if you like. It goes over sheathing, so the walls are stiff and do not drum in the wind. Two shelves run the whole length at the height where the roof begins.',
    'Vinyl', 'White', '8x10', 'Dutch Barn', 4965,
    '{sheds/1767225614000-vinyl-dutch-barn-8x10.webp}',
    true, false,
    '{
      "standard_features": ["Vinyl siding over sheathing", "5-foot double doors", "Two full-length shelves", "Four side windows", "Treated 4x4 skids"],
      "optional_upgrades": ["Shutters", "Loft"]
    }',
    '2026-08-10 10:00-04', '2026-08-10 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000012',
    'Backyard Porch Shed',
    'A small shed with a four-foot porch, deep enough for two chairs and the dog. Behind the door there is twelve feet of ordinary storage. The vinyl has its brown all the way through, so scratches do not show white.',
    'Vinyl', 'Brown', '10x16', 'Porch', 10650,
    '{sheds/1767225615000-porch-vinyl-10x16.webp}',
    true, false,
    '{
      "standard_features": ["Vinyl siding over sheathing", "4-foot covered porch", "Porch railing", "36-inch door with glass", "Two opening windows", "Composite porch boards"],
      "optional_upgrades": ["Double doors at the back", "Porch light", "Steel roof"]
    }',
    '2026-07-27 10:00-04', '2026-07-27 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000013',
    'Charcoal A-Frame',
    'Two roofs that meet and a door at the end. The slope sheds snow by itself and leaves a dry strip along both sides for firewood. It suits a lot under spruce, where a square building would look like a box.',
    'Wood', 'Charcoal', '12x12', 'A-Frame', 8915,
    '{sheds/1767225606000-a-frame-12x12.webp}',
    true, false,
    '{
      "standard_features": ["Pine gable ends, charcoal stain", "Shingled roof down to 12 inches from the ground", "36-inch door with a ramp", "Treated skids"],
      "optional_upgrades": ["Double doors", "Steel roof", "Shelves that follow the slope"]
    }',
    '2026-07-20 10:00-04', '2026-07-20 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000014',
    'A-Frame Bunkie',
    'Room for a double bed, a lamp and a shelf of paperbacks. Dark steel from the peak to the ground, green boards in the front. Municipalities treat a building that people sleep in differently from a shed, whatever its size: ask yours first, and we will bring drawings.',
    'Metal', 'Green', '12x12', 'A-Frame', 9782,
    '{sheds/1767225616000-a-frame-bunkie-12x12.webp}',
    true, false,
    '{
      "standard_features": ["26-gauge steel roof and sides", "36-inch door with a ramp", "Green gable ends", "Insulated floor", "Pine boards inside"],
      "optional_upgrades": ["Front deck, 4 feet deep", "Glass door", "Insulated roof"]
    }',
    '2026-07-13 10:00-04', '2026-07-13 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000015',
    'Long Lakeside Gable',
    'The largest thing we still call a shed: twenty-four feet of wall for canoes, paddles and everything else that comes out of the water in October. With ten-foot doors in one end it takes a boat on its trailer. We build it where it stands, and the price follows from the ground and the doors.',
    'Wood', 'Natural', '16x24', 'Gable', null,
    '{sheds/1767225617000-gable-boathouse-16x24.webp}',
    true, false,
    '{
      "standard_features": ["Pine board and batten", "2x6 walls", "6-foot double doors on the long side", "Four opening windows", "Engineered trusses", "Architectural shingles"],
      "optional_upgrades": ["10-foot doors in one end", "Concrete slab", "Loft over one half", "Lean-to along the back"]
    }',
    '2026-07-06 10:00-04', '2026-07-06 10:00-04'
  ),
  (
    '30000000-0000-4000-8000-000000000016',
    'Display Gambrel',
    'The black gambrel that stood in our yard for two summers. It is sold as it stands, with a few marks near the door.',
    'Wood', 'Black', '8x10', 'Gambrel', 4200,
    '{sheds/1767225618000-gambrel-display-8x10.webp}',
    false, false,
    '{
      "standard_features": ["Pine siding, black stain", "5-foot double doors with a ramp", "Half loft", "Architectural shingles"],
      "optional_upgrades": ["Shelf along one wall", "New coat of stain"]
    }',
    '2026-05-11 10:00-04', '2026-10-26 16:00-04'
  );

-- The design that the first shed was made from.
update public.shed_listings
  set design = '{"version": 1, "style": "Gable", "width": 10, "length": 12, "wallHeight": 84, "material": "Wood", "wallColor": "Natural", "trimColor": "White", "roofColor": "Green", "roofing": "shingles", "foundation": "skids", "openings": [{"type": "window-24x36", "wall": "front", "position": 48}, {"type": "window-24x36", "wall": "back", "position": 48}, {"type": "double-door-60", "wall": "right", "position": 20}, {"type": "window-36x36", "wall": "right", "position": 94}], "extras": ["ramp", "flowerBoxes", "vents"], "porchDepth": 0}'
  where id = '30000000-0000-4000-8000-000000000001';

insert into public.past_projects
  (id, title, description, project_type, location, completion_date, is_featured, images, created_at, updated_at)
values
  (
    '40000000-0000-4000-8000-000000000001',
    'Tool shed on Sturrock Lake',
    'A 10x14 cedar shed between the cottage and the water. No truck could get down the hill, so we carried the walls in panels and framed the roof on the spot. The stone for the pad came down by wheelbarrow; the owner counted a hundred and twelve loads.',
    'Custom Shed', 'Sturrock Lake', '2026-08-21', true,
    '{projects/1767225700000-lakeside-shed-front.webp,projects/1767225701000-lakeside-shed-path.webp}',
    '2026-08-25 11:00-04', '2026-08-25 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000002',
    'Two-car garage with room for a bench',
    'Detached, 24 by 26 feet, on a slab with in-floor pipes ready for heat. The owners wanted it to match a house from 1962, so we milled the corner boards to the old profile. Two insulated doors, one side door, and eight feet of bench under the window.',
    'Garage Addition', 'Hollin Bay', '2026-10-09', true,
    '{projects/1767225704000-two-car-garage-front.webp,projects/1767225705000-two-car-garage-dusk.webp}',
    '2026-10-14 11:00-04', '2026-10-14 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000003',
    'Kitchen pushed out by twelve feet',
    'The old back wall came out in one day, behind a temporary one that kept the heat in. A steel beam carries the upper floor now, and the new room has windows on three sides. The family cooked in the basement for seven weeks; we had said six.',
    'Home Addition', 'Port Ellery', '2026-05-29', true,
    '{projects/1767225708000-kitchen-addition-back.webp,projects/1767225709000-kitchen-addition-evening.webp}',
    '2026-06-03 11:00-04', '2026-06-03 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000004',
    'Farmhouse wrapped in new siding',
    'Four layers came off before we reached the boards of 1911. We replaced the rotten ones, wrapped the house, and put on white siding with black soffit, fascia and eavestrough. The porch posts are the originals, stripped and painted.',
    'Exterior Renovation', 'Corry Township', '2026-07-17', false,
    '{projects/1767225712000-farmhouse-exterior-front.webp,projects/1767225713000-farmhouse-exterior-corner.webp}',
    '2026-07-22 11:00-04', '2026-07-22 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000005',
    'Sugar shack for eighty taps',
    'A red Dutch barn, 12 by 16, with a vented ridge that opens over the evaporator. The floor slopes an inch to a drain, because boiling sap is wet work. We finished it in November so that the frame could dry before the first run.',
    'Custom Shed', 'North Aldine', '2025-11-14', false,
    '{projects/1767225702000-sugar-shack-autumn.webp,projects/1767225703000-sugar-shack-winter.webp}',
    '2026-02-18 11:00-05', '2026-02-18 11:00-05'
  ),
  (
    '40000000-0000-4000-8000-000000000006',
    'Steel roof on a storey and a half',
    'Two layers of old shingles off, ice and water membrane along every eave and valley, then standing-seam steel in charcoal. Snow guards stand over both doors. Three days of work, spread over five because of the wind.',
    'Roofing', 'Bracken Corners', '2026-09-30', false,
    '{projects/1767225714000-steel-roof-front.webp,projects/1767225715000-steel-roof-snow.webp}',
    '2026-10-02 11:00-04', '2026-10-02 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000007',
    'Navy siding on a bungalow',
    'The old aluminum was sound but thin. We took it off, added an inch and a half of insulation outside the sheathing, and hung navy lap siding with white corners. The window sills had to be built out to match; that was most of the work.',
    'Siding', 'Hollin Bay', '2026-06-19', false,
    '{projects/1767225716000-navy-siding-front.webp,projects/1767225717000-navy-siding-close.webp,projects/1767225718000-navy-siding-before.webp}',
    '2026-06-24 11:00-04', '2026-06-24 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000008',
    'Mudroom with a real closet',
    'An eight by ten entry in front of a door that used to open straight into the living room. Heated tile, a bench with boot trays, and a gable that repeats the pitch of the main roof.',
    'Home Addition', 'Port Ellery', null, false,
    '{projects/1767225710000-mudroom-addition-front.webp,projects/1767225711000-mudroom-addition-summer.webp}',
    '2026-03-11 11:00-04', '2026-03-11 11:00-04'
  ),
  (
    '40000000-0000-4000-8000-000000000009',
    'One-car garage beside the house',
    'Attached, with a fire-rated wall and a step up into the kitchen. The eaves line up with the old ones, so from the road it looks as if it had always been there. Green siding, to match what the owners had put on two years before.',
    'Garage Addition', 'Tamsin', '2025-10-24', false,
    '{projects/1767225706000-attached-garage-front.webp,projects/1767225707000-attached-garage-side.webp}',
    '2026-01-20 11:00-05', '2026-01-20 11:00-05'
  );

-- The siding before and after, from the same place.
update public.past_projects
  set before_image = 'projects/1767225718000-navy-siding-before.webp', after_image = 'projects/1767225716000-navy-siding-front.webp'
  where id = '40000000-0000-4000-8000-000000000007';

insert into public.reviews
  (id, customer_name, rating, review_text, project_type, reviewed_on, town, source_url, is_approved, is_featured,
   created_at, updated_at)
values
  (
    '50000000-0000-4000-8000-000000000001', 'Helen Prowse', 5,
    'Jo came out twice to look at the slope before she gave us a price, and the price did not change. The shed is level to the width of a pencil. I put a marble on the floor to check.',
    'Custom Shed', '2026-10-30', 'Hollin Bay', 'https://reviews.example/marrenanddaughter/41', true, true, '2026-10-30 19:12-04', '2026-10-30 19:12-04'
  ),
  (
    '50000000-0000-4000-8000-000000000002', 'Dev and Anita Raman', 5,
    'They built the garage in five weeks, swept the driveway every evening and found the hydro line that was not on our survey. When the door opener arrived with a dent they sent it back without our asking.',
    'Garage Addition', '2026-10-17', 'Tamsin', null, true, true, '2026-10-17 20:40-04', '2026-10-17 20:40-04'
  ),
  (
    '50000000-0000-4000-8000-000000000003', 'Marguerite Oland', 4,
    'The kitchen took a week longer than promised because the beam came late. They told us the day they knew, and Tom brought a hot plate. The work itself is beautiful.',
    'Home Addition', '2026-06-12', 'Hollin Bay', null, true, true, '2026-06-12 08:05-04', '2026-06-12 08:05-04'
  ),
  (
    '50000000-0000-4000-8000-000000000004', 'Pete Vandermeulen', 5,
    'Second winter with the steel roof now. No ice along the eaves, and the snow comes off where they said it would. They talked me out of the more expensive panel.',
    'Roofing', '2026-03-02', null, 'https://reviews.example/marrenanddaughter/33', true, true, '2026-03-02 17:31-05', '2026-03-02 17:31-05'
  ),
  (
    '50000000-0000-4000-8000-000000000005', 'Joyce Akande', 5,
    'I wanted a place to paint and had a drawing on the back of an envelope. The dormer puts the light exactly where the easel stands. I have not painted in the house since.',
    'Custom Shed', '2026-09-22', 'Tamsin', null, true, true, '2026-09-22 11:48-04', '2026-09-22 11:48-04'
  ),
  (
    '50000000-0000-4000-8000-000000000006', 'The Lindqvists', 5,
    'Four layers of siding came off our house and every morning there was a new surprise. We got a photograph and a number for each one before they went on. The final bill was within two hundred dollars of the estimate.',
    'Exterior Renovation', '2026-07-28', null, null, true, true, '2026-07-28 21:15-04', '2026-07-28 21:15-04'
  ),
  (
    '50000000-0000-4000-8000-000000000007', 'Russ Tolland', 4,
    'Good straight siding work and a tidy crew. The radio was a bit loud for my taste. Our front room is three degrees warmer than last year with the furnace set the same.',
    'Siding', '2026-07-04', 'Hollin Bay', 'https://reviews.example/marrenanddaughter/38', true, true, '2026-07-04 14:22-04', '2026-07-04 14:22-04'
  ),
  (
    '50000000-0000-4000-8000-000000000008', 'Carla Benedetti', 5,
    'They moved our old shed to the other side of the yard and set the new one in its place, all before lunch.',
    'Custom Shed', '2026-05-19', 'Tamsin', 'https://reviews.example/marrenanddaughter/36', true, false, '2026-05-19 12:03-04', '2026-05-19 12:03-04'
  ),
  (
    '50000000-0000-4000-8000-000000000009', 'Owen Sharratt', 4,
    'Fair price and it went up in two days. Order early if you want one in spring, they were booked until June.',
    null, null, null, null, true, false, '2026-04-08 16:50-04', '2026-04-08 16:50-04'
  ),
  (
    '50000000-0000-4000-8000-000000000010', 'Bettina Kruse', 5,
    'The boat went in on the first try with four inches to spare on each side. My brother-in-law has stopped talking about his garage.',
    'Custom Shed', null, null, null, false, false, now() - interval '2 days 4 hours', now() - interval '2 days 4 hours'
  ),
  (
    '50000000-0000-4000-8000-000000000011', 'Gil Fortier', 3,
    'The eavestrough is fine, but it took three calls to get a date. Once they were here it was done in a morning.',
    'Exterior Renovation', null, null, null, false, false, now() - interval '9 days', now() - interval '9 days'
  );

insert into public.video_carousel
  (id, title, description, video_url, thumbnail_url, order_index, is_active, created_at, updated_at)
values
  (
    '60000000-0000-4000-8000-000000000001',
    'A shed, from skids to shingles',
    'An animation of every step of a 10x12 gable: the base, the floor, the walls, the roof and the doors, in the order we put them up.',
    '/demo/frame-to-finish.mp4', 'thumbnails/1767226000000-frame-to-finish.webp', 0, true,
    '2026-02-02 10:00-05', '2026-02-02 10:00-05'
  ),
  (
    '60000000-0000-4000-8000-000000000002',
    'One shed through four seasons',
    'Spring mud, summer sun, leaves, and a roof full of snow. This is what a building here has to stand up to every year.',
    '/demo/four-seasons.mp4', 'thumbnails/1767226001000-four-seasons.webp', 1, true,
    '2026-02-09 10:00-05', '2026-02-09 10:00-05'
  ),
  (
    '60000000-0000-4000-8000-000000000003',
    'Ten colours on one shed',
    'The ten colours we keep in stock, one after the other. A screen shows a colour only roughly, so we bring painted samples when we come to measure.',
    '/demo/ten-colours.mp4', 'thumbnails/1767226002000-ten-colours.webp', 2, true,
    '2026-02-16 10:00-05', '2026-02-16 10:00-05'
  ),
  (
    '60000000-0000-4000-8000-000000000004',
    'Seven styles, one after the other',
    'From the A-frame to the gambrel, each at the size we build most often.',
    '/demo/seven-styles.mp4', 'thumbnails/1767226003000-seven-styles.webp', 3, false,
    '2026-02-23 10:00-05', '2026-02-23 10:00-05'
  );

insert into public.blog_posts
  (id, title, slug, excerpt, content, author, is_published, published_at, featured_image, created_at, updated_at)
values
  (
    '70000000-0000-4000-8000-000000000001',
    'Do you need a permit for a shed in Ontario?',
    'do-you-need-a-permit-for-a-shed-in-ontario',
    'Often not, for a small one. But the building code is only half of the question, and the other half is your municipality''s. Five things to find out before you order anything.',
    $html$<p>It is the first thing most people ask us, and the honest answer is that we can make a good guess but only your municipality can tell you. This is how the question breaks down, and what to ask when you call.</p>
<h2>Two sets of rules</h2>
<p>The <strong>building code</strong> is provincial. It decides which buildings need a building permit. The <strong>zoning by-law</strong> is local. It decides where on your lot a building may stand, how tall it may be, and how much of the lot may be covered. A shed can be exempt from the first and still break the second.</p>
<h3>The building code</h3>
<p>As we write this, Ontario's building code does not ask for a permit for a shed that meets all of these conditions:</p>
<ul><li>it is no larger than 15 square metres, which is about 160 square feet;</li><li>it has one storey;</li><li>it stands by itself, not attached to another building;</li><li>it is used for storage that goes with the main building on the lot;</li><li>it has no plumbing.</li></ul>
<p>A 10x16 comes to just under 15 square metres. A 12x16 comes to almost 18. If you are close to the line, ask your building department how they measure, and do not rely on the size in a catalogue. A garage, a workshop, or anything people will sleep in is a different matter, and you should expect to need a permit.</p>
<h3>The zoning by-law</h3>
<p>Even where no permit is needed, the by-law applies. The usual limits are a distance from the side and rear lot lines, a maximum height, and a share of the lot that all small buildings together may cover. On a corner lot or a waterfront lot there is often a second set of distances.</p>
<h2>What else may have a say</h2>
<ol><li><strong>Water.</strong> Near a lake, a river or a wetland, the conservation authority or the municipality may need to approve the work first.</li><li><strong>Septic.</strong> Keep off the tank and the bed, and off the strip around them. Ask where they are before anyone drives in.</li><li><strong>Easements.</strong> Your survey shows them. A shed on a hydro or drainage easement may have to be moved later at your cost.</li><li><strong>Electricity.</strong> Wiring is regulated separately, whatever the size of the shed. A licensed electrical contractor takes care of the notification.</li><li><strong>Digging.</strong> Before posts or piles go in, have the buried lines located. In Ontario, Ontario One Call takes the request, and it costs you nothing.</li></ol>
<h2>What to say when you call</h2>
<p>Have your survey in front of you and ask the building department these four questions:</p>
<ol><li>Do I need a permit for a detached storage shed of this size and height?</li><li>How far must it be from my lot lines, and from the house?</li><li>How much lot coverage do I have left?</li><li>Is my property in an area that another authority regulates?</li></ol>
<blockquote>Write down the name of the person you spoke to and the date. If it ever comes up again, that note is worth more than anything you read on a builder's website, including this one.</blockquote>
<p>If a permit is needed, we prepare the drawings and you sign the application. Rules change, and this page may be older than the newest of them: <em>the answer that counts is your municipality's</em>.</p>$html$,
    'Jo Marren', true, '2026-03-18 08:30-04', 'blog/1767225800000-permit-plans.webp',
    '2026-03-16 14:00-04', '2026-03-18 08:30-04'
  ),
  (
    '70000000-0000-4000-8000-000000000002',
    'How to prepare the ground for a shed',
    'how-to-prepare-the-ground-for-a-shed',
    'A shed is only as level as what it stands on. How to choose the spot, build a gravel pad, and make sure that the truck can get there.',
    $html$<p>Most of the doors that stick, stick because of the ground. If the base moves, the frame follows, and no hinge can make up for it. A good gravel pad takes two people a weekend, or us a morning.</p>
<h2>Choose the spot</h2>
<p>Look at the yard after heavy rain. If water stands there for an hour, pick another place or plan on a drain. Keep away from the septic bed and from big roots, and leave at least two feet to a fence, so that you can get around the shed with a brush. Then check the distances your municipality asks for: we wrote about that in <a href="/blog/do-you-need-a-permit-for-a-shed-in-ontario">Do you need a permit for a shed in Ontario?</a></p>
<h2>Build a gravel pad</h2>
<p>For anything up to about 12x20 on level ground, a pad of crushed stone is the base we like best. It drains, it does not crack, and it can be topped up.</p>
<ol><li>Mark a rectangle one foot larger than the shed on every side. A 10x12 shed gets a 12x14 pad. Measure both diagonals: when they are equal, the corners are square.</li><li>Have the buried lines located before you dig. It is free, but allow a week or more.</li><li>Take off the sod and the topsoil, usually six inches or so, until you reach firm ground.</li><li>On a slope, frame the low side with treated timbers and pin them with rebar.</li><li>Lay landscape fabric, overlapping by a foot. It keeps the stone from sinking into the soil.</li><li>Fill with 3/4-inch crushed stone in layers of three inches, and run a plate compactor over each. Four to six inches in all is enough for most ground.</li><li>Check with a long, straight board and a level. Half an inch over the whole length is good. More than an inch, and we will be shimming on delivery day.</li></ol>
<h3>How much stone?</h3>
<p>Length times width times depth, all in feet, divided by 27, gives cubic yards. A 12x14 pad five inches deep takes 12 × 14 × 0.42 ÷ 27, which is a little over two and a half yards. Order three.</p>
<h2>When gravel is not enough</h2>
<p>A garage, a workshop with vehicles in it, or any building that needs a permit usually wants a slab, or piers that go below the frost. Around here frost goes four feet down and more. Bare rock wants pins, and deep clay wants advice. In those cases, ask first.</p>
<h2>Make room for the truck</h2>
<ul><li><strong>Width:</strong> the shed, plus a foot on each side, all the way from the road. A ten-foot shed needs twelve feet between the house and the hedge.</li><li><strong>Height:</strong> fourteen feet under branches and wires.</li><li><strong>Ground:</strong> dry or frozen. In April we will often ask you to wait two weeks rather than leave ruts in the lawn.</li><li><strong>Turns:</strong> a trailer needs more room than you think. Send us a photograph from the road.</li></ul>
<blockquote>If the truck cannot get there, it is not the end of it. We carry the walls in as panels and put them up in place. It takes about a day longer, and we say so in the quote.</blockquote>$html$,
    'Tom Marren', true, '2026-05-06 07:45-04', 'blog/1767225802000-gravel-pad.webp',
    '2026-05-04 13:00-04', '2026-05-06 07:45-04'
  ),
  (
    '70000000-0000-4000-8000-000000000003',
    'Wood, Duratemp, metal or vinyl: choosing siding for a shed',
    'choosing-siding-for-a-shed',
    'We build with all four and have no favourite. What each one costs you in work over the years, and where each one goes wrong.',
    $html$<p>People expect us to have a favourite. We do not: each of the four materials is right for somebody. The difference is less in how long they last than in <strong>what they ask of you while they do</strong>.</p>
<h2>Wood</h2>
<p>Cedar or pine boards, upright, with battens over the joints. It is the easiest of the four to repair: a damaged board comes off with a pry bar, and the new one looks like the rest within two summers.</p>
<ul><li><strong>Asks for:</strong> a new coat of stain every three to six years, sooner on the south side. Cedar can be left bare and turns silver; pine should not be.</li><li><strong>Goes wrong when:</strong> it touches soil, or sprinklers hit it every evening.</li></ul>
<h2>Duratemp</h2>
<p>A plywood panel with a smooth, hard face that takes paint well. The panels brace the frame while they close it in, which makes for a stiff wall at a fair price.</p>
<ul><li><strong>Asks for:</strong> fresh paint about every eight to ten years, and a look at the caulking every spring.</li><li><strong>Goes wrong when:</strong> the bottom edge stays wet. We keep it six inches above the ground; do not let the garden bed grow up to it.</li></ul>
<h2>Metal</h2>
<p>Painted steel over a wooden frame. It does not rot, mice cannot chew it, and snow slides off it.</p>
<ul><li><strong>Asks for:</strong> almost nothing. Wash it, and touch up scratches before they rust.</li><li><strong>Goes wrong when:</strong> warm, damp air meets the cold side from within. Without a condensation barrier, an unheated steel shed can drip in March as if the roof leaked. We put one in as standard.</li></ul>
<h2>Vinyl</h2>
<p>The colour goes through the whole panel. It never needs paint, and it can be cleaned with a hose and a soft brush.</p>
<ul><li><strong>Asks for:</strong> a wash once a year.</li><li><strong>Goes wrong when:</strong> something hits it in deep cold, or a barbecue stands too close. It also grows and shrinks with the weather, so it has to hang loosely on its nails. Panels that are nailed tight will buckle by July.</li></ul>
<h2>So which one?</h2>
<ol><li>If you enjoy looking after things, or want to change the colour one day: <strong>wood</strong>.</li><li>If you want a painted look and a stiff building for less: <strong>Duratemp</strong>.</li><li>If the building works for its living: <strong>metal</strong>.</li><li>If you never want to think about it again: <strong>vinyl</strong>, away from the grill.</li></ol>
<p>Dark colours fade sooner than light ones on all four, and a black wall in full sun gets hot enough to matter. If you cannot decide, come by the yard. There is one of each in the back, and some of them have been in the weather for twelve years. You can see on the <a href="/sheds">sheds page</a> what they look like new.</p>$html$,
    'Jo Marren', true, '2026-07-15 08:00-04', 'blog/1767225801000-four-sidings.webp',
    '2026-07-13 15:30-04', '2026-07-15 08:00-04'
  ),
  (
    '70000000-0000-4000-8000-000000000004',
    'Getting a shed through an Ontario winter',
    'getting-a-shed-through-an-ontario-winter',
    'An hour in November saves most of the trouble in March. What to do before the snow, what to leave alone while it lies, and what to look at when it goes.',
    $html$<p>A well-built shed needs little help in winter. Nearly all the damage we are called to in spring comes from three things: <em>water that could not get away, snow that was piled against a wall, and fuel or batteries left in the cold</em>. An hour in November takes care of most of it.</p>
<h2>Before the snow</h2>
<ol><li>Clear the leaves from the roof, the trough and the ground along the walls. Wet leaves against siding do more harm than snow.</li><li>Walk around it once and look at the bottom six inches. Anything soft gets fixed now, not in April.</li><li>Check that every vent is open. A cold shed must breathe, or the damp settles on the tools.</li><li>Oil the hinges, and spray graphite into the lock: oil gets stiff there in the cold.</li><li>Close gaps wider than a pencil with steel wool. That is all a mouse needs.</li></ol>
<h3>Inside</h3>
<ul><li>Run small engines dry or add fuel stabilizer, and store fuel only in its proper container.</li><li>Take batteries, paint, glue and caulking into the house. Once frozen, most of them are garbage.</li><li>Drain hoses, pumps and the pressure washer.</li><li>Put cardboard boxes on a shelf or a pallet. The floor is the coldest surface, and that is where moisture goes.</li><li>Keep the snow shovel by the door of the house, not at the back of the shed.</li></ul>
<h2>While it lies</h2>
<p>We frame our roofs for the snow of this area, so an ordinary winter needs nothing from you. After a long thaw and rain on deep snow, the load can grow quickly. If doors that worked start to bind, or you see the ridge sag, stay out of the shed and call someone. If you use a roof rake, stand well back on the ground, work from the eave upward, and leave the last two inches, so that you do not scrape the shingles.</p>
<blockquote>Never stand under a steel roof to clear it. It lets go all at once.</blockquote>
<p>Do not pile what you shovel against the wall. A drift presses on the siding, and when it melts it keeps the bottom edge wet for weeks. Two feet of space all around is enough.</p>
<p>If the doors stick in February, it is probably the ground and not the shed. Frost lifts one corner a little. Leave the hinges alone: in most cases it settles back by May.</p>
<h2>When it goes</h2>
<ul><li>Look for standing water and give it a way out.</li><li>Put a level on the door sill. If it is still off in June, the base needs shimming, which is an hour's work.</li><li>Open the doors on the first dry, windy day and let the whole thing air out.</li></ul>
<p>If something looks wrong, send us a photograph through the <a href="/contact">contact page</a>. Often we can tell from that whether it needs a visit.</p>$html$,
    'Tom Marren', true, '2026-10-28 07:30-04', 'blog/1767225803000-winter-shed.webp',
    '2026-10-26 12:00-04', '2026-10-28 07:30-04'
  ),
  (
    '70000000-0000-4000-8000-000000000005',
    'Slab or piers under a garage',
    'slab-or-piers-under-a-garage',
    'What each one costs, what each one forgives, and why the ground decides more often than the budget.',
    $html$<p>A garage has to stand still in ground that does not. There are two common ways to get there, and we have built on both.</p>
<h2>A slab</h2>
<p>One piece of concrete with a thickened edge, or with a wall below the frost. It is the floor and the foundation at once, and it takes a car without complaint. It wants even ground and a way in for the concrete truck.</p>
<h2>Piers</h2>
<p>Concrete or steel, down to where the frost does not reach. They go where no truck can, and they cope with a slope. The floor is then wood, and has to be framed for what stands on it.</p>
<p>On the same site the two often cost about the same. What differs is what can go wrong: a slab does not forgive poor gravel, and piers do not forgive a shallow hole.</p>$html$,
    'Tom Marren', false, null, null,
    '2026-11-02 12:15-05', '2026-11-02 12:15-05'
  ),
  (
    '70000000-0000-4000-8000-000000000006',
    'What a sugar shack taught us about steam',
    'what-a-sugar-shack-taught-us-about-steam',
    'Forty litres of sap make one litre of syrup. The other thirty-nine have to leave through the roof.',
    $html$<p>Last fall we built a sugar shack at North Aldine for a family with eighty taps. It looks like a Dutch barn, and from the road it is one. The roof is another matter.</p>
<h2>Thirty-nine litres of steam</h2>
<p>It takes about forty litres of sap to make one of syrup. The rest goes up as steam, and if it cannot get out it comes down again as rain. So the ridge opens, on both sides, with doors that are worked from below by a rope.</p>
<p>We visit again in March, when it has boiled its first sap. Then this gets its ending.</p>$html$,
    'Jo Marren', false, null, null,
    '2026-02-20 09:40-05', '2026-02-20 09:40-05'
  );

-- The price list reproduces the prices of the listings above; see seed/price-list.test.ts.
insert into public.price_lists (id, version, prices, costs, note, created_at, updated_at, published_at)
values (
  'a0000000-0000-4000-8000-000000000001',
  1,
  '{
    "base": {
      "A-Frame": {"start": 0, "perSquareFoot": 5870, "grid": {"8x8": 375000, "8x10": 470000, "8x12": 565000, "10x10": 585000, "10x12": 705000, "10x16": 940000, "12x12": 845000, "12x16": 1125000, "12x20": 1405000, "14x20": 1640000}},
      "Dutch Barn": {"start": 0, "perSquareFoot": 5300, "grid": {"8x8": 305000, "8x10": 380000, "8x12": 460000, "10x10": 475000, "10x12": 570000, "10x16": 850500, "12x12": 740000, "12x16": 1020000, "12x20": 1275000, "14x20": 1490000}},
      "Dormer": {"start": 0, "perSquareFoot": 6250, "grid": {"8x8": 365000, "8x10": 455000, "8x12": 550000, "10x10": 575000, "10x12": 710000, "10x16": 980000, "12x12": 875000, "12x16": 1200000, "12x20": 1500000, "14x20": 1750000}},
      "Porch": {"start": 0, "perSquareFoot": 6800, "grid": {"8x8": 335000, "8x10": 420000, "8x12": 500000, "10x10": 520000, "10x12": 625000, "10x16": 840000, "12x12": 750000, "12x16": 1155000, "12x20": 1628600, "14x20": 1900000}},
      "Modern Farmhouse": {"start": 0, "perSquareFoot": 7350, "grid": {"8x8": 410000, "8x10": 510000, "8x12": 610000, "10x10": 640000, "10x12": 795000, "10x16": 1110000, "12x12": 985000, "12x16": 1365000, "12x20": 1745000, "14x20": 2050000}},
      "Gable": {"start": 0, "perSquareFoot": 5200, "grid": {"8x8": 260000, "8x10": 365000, "8x12": 470000, "10x10": 495000, "10x12": 624000, "10x16": 830000, "12x12": 750000, "12x16": 1000000, "12x20": 1250000, "14x20": 1455000}},
      "Gambrel": {"start": 0, "perSquareFoot": 5650, "grid": {"8x8": 230000, "8x10": 289500, "8x12": 420000, "10x10": 455000, "10x12": 615000, "10x16": 900000, "12x12": 812500, "12x16": 1085000, "12x20": 1355000, "14x20": 1580000}}
    },
    "items": {
      "wallHeight": {"label": "Higher walls", "unit": "percent", "amount": 250},
      "porch": {"label": "Porch", "unit": "porch", "amount": 2800},
      "material.Wood": {"label": "Wood siding", "unit": "percent", "amount": 0},
      "material.Duratemp": {"label": "Duratemp siding", "unit": "percent", "amount": 400},
      "material.Metal": {"label": "Metal siding", "unit": "percent", "amount": 600},
      "material.Vinyl": {"label": "Vinyl siding", "unit": "percent", "amount": 500},
      "roofing.shingles": {"label": "Shingles", "unit": "floor", "amount": 0},
      "roofing.metal": {"label": "Metal roof", "unit": "floor", "amount": 250},
      "opening.single-door-36": {"label": "Single door, 36 in", "unit": "each", "amount": 32000},
      "opening.single-door-42": {"label": "Single door, 42 in", "unit": "each", "amount": 36000},
      "opening.double-door-60": {"label": "Double door", "unit": "each", "amount": 45000},
      "opening.double-door-72": {"label": "Double door, 72 in", "unit": "each", "amount": 52000},
      "opening.roll-up-door-84": {"label": "Roll-up door", "unit": "each", "amount": 115000},
      "opening.window-18x24": {"label": "Window, 18 x 24 in", "unit": "each", "amount": 9500},
      "opening.window-24x36": {"label": "Window, 24 x 36 in", "unit": "each", "amount": 14000},
      "opening.window-36x36": {"label": "Window, 36 x 36 in", "unit": "each", "amount": 19000},
      "opening.transom-48x12": {"label": "Transom window", "unit": "each", "amount": 17000},
      "extra.ramp": {"label": "Ramp", "unit": "each", "amount": 14500},
      "extra.loft": {"label": "Loft", "unit": "floor", "amount": 1300},
      "extra.shelf": {"label": "Shelf", "unit": "length", "amount": 1400},
      "extra.workbench": {"label": "Workbench", "unit": "length", "amount": 2600},
      "extra.flowerBoxes": {"label": "Flower box", "unit": "each", "amount": 3500},
      "extra.shutters": {"label": "Pair of shutters", "unit": "each", "amount": 4500},
      "extra.cupola": {"label": "Cupola", "unit": "each", "amount": 36000},
      "extra.vents": {"label": "Vents", "unit": "each", "amount": 4000},
      "extra.skylight": {"label": "Skylight", "unit": "each", "amount": 32000},
      "extra.insulation": {"label": "Insulation", "unit": "floor", "amount": 1450},
      "extra.wiring": {"label": "Wiring", "unit": "each", "amount": 95000},
      "foundation.skids": {"label": "Skids", "unit": "floor", "amount": 0},
      "foundation.gravel": {"label": "Gravel pad", "unit": "floor", "amount": 500},
      "foundation.slab": {"label": "Concrete slab", "unit": "floor", "amount": 1600},
      "foundation.posts": {"label": "Posts", "unit": "floor", "amount": 900}
    },
    "adjustments": [],
    "delivery": [{"upToKm": 50, "amount": 0}, {"upToKm": 100, "amount": 25000}, {"upToKm": 200, "amount": 60000}],
    "validUntil": "2026-12-31"
  }',
  '{
    "base": {
      "A-Frame": {"start": 40000, "perSquareFoot": 4750},
      "Dutch Barn": {"start": 40000, "perSquareFoot": 2900},
      "Dormer": {"start": 40000, "perSquareFoot": 3450},
      "Porch": {"start": 40000, "perSquareFoot": 3750},
      "Modern Farmhouse": {"start": 40000, "perSquareFoot": 4050},
      "Gable": {"start": 40000, "perSquareFoot": 2850},
      "Gambrel": {"start": 40000, "perSquareFoot": 3100}
    },
    "items": {
      "wallHeight": 250,
      "porch": 1700,
      "material.Duratemp": 400,
      "material.Metal": 600,
      "material.Vinyl": 500,
      "roofing.metal": 150,
      "opening.single-door-36": 19200,
      "opening.single-door-42": 21600,
      "opening.double-door-60": 27000,
      "opening.double-door-72": 31200,
      "opening.roll-up-door-84": 69000,
      "opening.window-18x24": 5700,
      "opening.window-24x36": 8400,
      "opening.window-36x36": 11400,
      "opening.transom-48x12": 10200,
      "extra.ramp": 8700,
      "extra.loft": 800,
      "extra.shelf": 850,
      "extra.workbench": 1550,
      "extra.flowerBoxes": 2100,
      "extra.shutters": 2700,
      "extra.cupola": 21600,
      "extra.vents": 2400,
      "extra.skylight": 19200,
      "extra.insulation": 850,
      "extra.wiring": 57000,
      "foundation.gravel": 300,
      "foundation.slab": 950,
      "foundation.posts": 550
    }
  }',
  'Prices for this season.',
  '2026-04-01 09:00-04', '2026-04-01 09:00-04', '2026-04-01 09:00-04'
);

insert into public.tax_settings (id, hst_charged, hst_basis_points, created_at, updated_at)
values ('a2000000-0000-4000-8000-000000000001', true, 1300, '2026-04-01 09:05-04', '2026-04-01 09:05-04');

insert into public.quote_settings (id, defaults, created_at, updated_at)
values ('a3000000-0000-4000-8000-000000000001', '{
    "paymentTerms": "The balance is due on delivery. You can pay by cash, e-transfer, cheque or card. All amounts are in Canadian dollars.",
    "delivery": "To your address. We''ll agree on a day with you at least a week ahead.",
    "cancellation": "An agreement that is made at your home can be cancelled within 10 days of receiving the written copy (Consumer Protection Act, 2002)."
  }', '2026-04-01 09:06-04', '2026-04-01 09:06-04');

insert into public.designer_settings
  (id, price_visibility, max_width_ft, max_snow_load_kpa, ground_snow_kpa, rain_kpa, snow_checked_on, hints, delivery_places,
    color_card, created_at, updated_at)
values ('a1000000-0000-4000-8000-000000000001', 'itemised', 14, 1.5, 1.9, 0.4, '2026-03-30',
  '{"height": {"isShown": true}, "gate": {"isShown": true}, "ground": {"isShown": true}}',
  '[
    {"town": "Hollin Bay", "prefix": "L4R", "km": 4},
    {"town": "Port Ellery", "prefix": "L9M", "km": 12},
    {"town": "Sturrock Lake", "prefix": "L0K", "km": 28},
    {"town": "Corry Township", "prefix": "L0K", "km": 37},
    {"town": "North Aldine", "prefix": "L0L", "km": 46},
    {"town": "Bracken Corners", "prefix": "L0L", "km": 64},
    {"town": "Tamsin", "prefix": "P1L", "km": 92},
    {"town": "", "prefix": "L4M", "km": 55},
    {"town": "", "prefix": "M5V", "km": null}
  ]',
  '[
    {"kind": "shingleColor", "color": "Natural", "name": "Driftwood", "value": ""},
    {"kind": "metalColor", "color": "Red", "name": "Barn Red", "value": ""}
  ]',
  '2026-04-01 09:10-04', '2026-04-01 09:10-04');

insert into public.quote_requests
  (id, customer_name, email, phone, project_type, material_type, color, size, shed_style, description,
   budget_range, timeline, custom_message, status, notes, created_at, updated_at)
values
  (
    '80000000-0000-4000-8000-000000000006',
    'Ted Wiersma', 'ted.wiersma@example.com', '705-555-0104',
    'Other', 'Wood', null, 'Other', null,
    'A covered stand for firewood, roughly 4 by 16 feet, open at the front, to match the brown shed you built for us three years ago.',
    '$2,000 - $5,000', 'Within 1 month', null,
    'responded', 'Quote sent. Same stain as last time, the tin is still on the shelf.',
    now() - interval '26 days', now() - interval '25 days'
  ),
  (
    '80000000-0000-4000-8000-000000000005',
    'Ines Rowntree', 'ines.rowntree@example.com', '705-555-0129',
    'Home Addition', null, null, null, null,
    'A bedroom and a bathroom on the ground floor for my mother, who can no longer manage the stairs. Doors wide enough for a walker, no step to the driveway.',
    'Over $50,000', 'ASAP',
    'She comes to live with us in spring. Please tell us honestly if that cannot be done in time.',
    'responded', 'Told her: plans and permit over the winter, start in April, ready in June at the earliest. She will talk to her family.',
    now() - interval '17 days', now() - interval '16 days'
  ),
  (
    '80000000-0000-4000-8000-000000000004',
    'Leonard Mbeki', 'leonard.mbeki@example.com', '705-555-0188',
    'Exterior Renovation', 'Vinyl', 'White', null, null,
    'Siding, soffit and fascia on a bungalow of about 1,100 square feet. The north wall lets the wind through. The eavestrough could stay if it is still good.',
    '$20,000 - $50,000', '2-3 months', null,
    'pending', null,
    now() - interval '10 days', now() - interval '10 days'
  ),
  (
    '80000000-0000-4000-8000-000000000003',
    'Simone Achterberg', 'simone.achterberg@example.com', null,
    'Custom Shed', 'Metal', 'Gray', '12x20', 'Gambrel',
    'We need to get two snowmobiles and a trailer out of the weather. Is the Steel Gambrel Barn possible on bare rock?',
    '$20,000 - $50,000', 'Flexible',
    'We are at the cottage on weekends only.',
    'responded', 'Called. Rock is flat where it matters, pins should do. Visit on the second Saturday of the month.',
    now() - interval '5 days', now() - interval '4 days'
  ),
  (
    '80000000-0000-4000-8000-000000000002',
    'Harvey Bolduc', 'harvey.bolduc@example.com', '705-555-0163',
    'Garage Addition', null, null, null, null,
    'Detached garage for two cars, about 24 by 24, with one door tall enough for a truck with a roof rack. There is a gravel parking spot there now. We would like to heat it a little.',
    'Over $50,000', '3-6 months', null,
    'pending', 'Drive out on Thursday and look at the grade. Ask where the septic bed is.',
    now() - interval '2 days 3 hours', now() - interval '1 day 20 hours'
  ),
  (
    '80000000-0000-4000-8000-000000000001',
    'Naomi Castellan', 'naomi.castellan@example.com', '705-555-0117',
    'Custom Shed', 'Wood', 'Natural', '10x12', 'Gable',
    'I''m interested in the Cedar Garden Gable. It would go at the back of the lot, beside the raised beds. The gate to the back yard is 11 feet wide.',
    '$5,000 - $10,000', '2-3 months',
    'Could the window be on the left side instead? That is where the sun is in the morning.',
    'pending', null,
    now() - interval '5 hours', now() - interval '5 hours'
  );

insert into public.contact_submissions
  (id, name, email, phone, subject, message, status, created_at, updated_at)
values
  (
    '90000000-0000-4000-8000-000000000004',
    'Marek Szabo', 'marek.szabo@example.com', '705-555-0156',
    null,
    'Do you have work for a carpenter''s apprentice in the spring? I have finished my first level and have my own tools and a car.',
    'read',
    now() - interval '23 days', now() - interval '22 days'
  ),
  (
    '90000000-0000-4000-8000-000000000003',
    'Colleen Duarte', 'colleen.duarte@example.com', '705-555-0171',
    'Thank you',
    'Just to say that the garage door is quiet again. It was the roller you pointed out. Please thank the young man who came on Tuesday.',
    'read',
    now() - interval '12 days', now() - interval '11 days'
  ),
  (
    '90000000-0000-4000-8000-000000000002',
    'Walter Ignace', 'walter.ignace@example.com', null,
    'Saturday visit',
    'Are the sheds in your yard open to look at on Saturday afternoons, or only until two? We would be driving up from the south and could be there around one.',
    'unread',
    now() - interval '3 days 6 hours', now() - interval '3 days 6 hours'
  ),
  (
    '90000000-0000-4000-8000-000000000001',
    'Priya Halloran', 'priya.halloran@example.com', '705-555-0135',
    'Moving an existing shed',
    'We bought a house in Port Ellery with a 10x12 shed that stands right on the lot line. Do you move sheds that somebody else built? It has to go back about six feet.',
    'unread',
    now() - interval '9 hours', now() - interval '9 hours'
  );

-- A request with the design of a shed, priced as if it had arrived now.
update public.quote_requests
  set design = '{"version": 1, "style": "Gable", "width": 10, "length": 12, "wallHeight": 84, "material": "Wood", "wallColor": "Natural", "trimColor": "White", "roofColor": "Green", "roofing": "shingles", "foundation": "skids", "openings": [{"type": "window-24x36", "wall": "front", "position": 48}, {"type": "window-24x36", "wall": "back", "position": 48}, {"type": "double-door-60", "wall": "right", "position": 20}, {"type": "window-36x36", "wall": "left", "position": 54}], "extras": ["ramp", "flowerBoxes", "vents"], "porchDepth": 0}', delivery_km = 50
  where id = '80000000-0000-4000-8000-000000000001';
update public.quote_requests
  set design_price = private.price_by_published_list(design, delivery_km)
  where design is not null;
update public.quote_requests
  set additions = jsonb_build_array(jsonb_build_object('id', '80000000-0000-4000-8000-000000000104',
    'at', now() - interval '8 days', 'text', 'The north wall is 42 feet long, and there is a gas meter on it.', 'images', '[]'::jsonb))
  where id = '80000000-0000-4000-8000-000000000004';

-- So that one action can remove all of it again.
select private.record_demonstration();
