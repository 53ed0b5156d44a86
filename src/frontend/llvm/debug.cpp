/* The parts of debug information that LLVM's C interface does not tell, as plain structures. `debug.rs` declares the
   same. */

#include "llvm-c/Types.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

enum node_kind : uint32_t {
    OTHER,
    NUMBER,
    POINTER,
    ARRAY,
    STRUCTURE,
    UNION,
    ENUMERATION,
    SUBROUTINE,
    /* A typedef or a qualifier. */
    OTHER_NAME,
    MEMBER,
    ENUMERATOR,
    RANGE,
    FUNCTION,
    BLOCK,
    /* A part of a block that is in another file. */
    BLOCK_FILE,
    LOCAL_VARIABLE,
    GLOBAL_VARIABLE,
    LOCATION,
};

enum number_kind : uint32_t { UNKNOWN_NUMBER, BOOLEAN, SIGNED_CHARACTER, UNSIGNED_CHARACTER, SIGNED, UNSIGNED, FLOAT };

struct text {
    const char *data;
    size_t length;
};

struct node {
    node_kind kind;
    number_kind number;
    uint32_t line;
    /* The number of a parameter from 1, or 0. */
    uint32_t argument;
    uint64_t size_in_bits;
    uint64_t offset_in_bits;
    /* Elements of a range; negative if they are not known. */
    int64_t count;
    /* The value of an enumerator; of another name for a type its qualifier. */
    uint64_t value_low;
    uint64_t value_high;
    uint32_t is_bit_field;
    uint32_t is_static;
    text name;
    /* The file that the thing is declared in. */
    text file;
    text directory;
    /* The type that this one is made of, or that the thing has. */
    LLVMMetadataRef base;
    LLVMMetadataRef elements;
    LLVMMetadataRef scope;
    LLVMMetadataRef inlined_at;
};

text text_of(StringRef string) {
    return {string.data(), string.size()};
}

LLVMMetadataRef handle(const Metadata *metadata) {
    return reinterpret_cast<LLVMMetadataRef>(const_cast<Metadata *>(metadata));
}

void describe_file(const DIFile *file, node &out) {
    if (file) {
        out.file = text_of(file->getFilename());
        out.directory = text_of(file->getDirectory());
    }
}

number_kind number_of(const DIBasicType &type) {
    switch (type.getEncoding()) {
    case dwarf::DW_ATE_boolean: return BOOLEAN;
    case dwarf::DW_ATE_signed_char: return SIGNED_CHARACTER;
    case dwarf::DW_ATE_unsigned_char: return UNSIGNED_CHARACTER;
    case dwarf::DW_ATE_signed: return SIGNED;
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_UTF: return UNSIGNED;
    case dwarf::DW_ATE_float: return FLOAT;
    default: return UNKNOWN_NUMBER;
    }
}

node_kind kind_of(const DIType &type) {
    switch (type.getTag()) {
    case dwarf::DW_TAG_pointer_type:
    case dwarf::DW_TAG_reference_type:
    case dwarf::DW_TAG_rvalue_reference_type: return POINTER;
    case dwarf::DW_TAG_array_type: return ARRAY;
    case dwarf::DW_TAG_structure_type:
    case dwarf::DW_TAG_class_type: return STRUCTURE;
    case dwarf::DW_TAG_union_type: return UNION;
    case dwarf::DW_TAG_enumeration_type: return ENUMERATION;
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type: return OTHER_NAME;
    case dwarf::DW_TAG_member:
    case dwarf::DW_TAG_inheritance: return MEMBER;
    default: return OTHER;
    }
}

/* The number of the qualifier of a type; 0 for a typedef, which has a name instead. */
uint64_t qualifier_of(const DIType &type) {
    switch (type.getTag()) {
    case dwarf::DW_TAG_const_type: return 1;
    case dwarf::DW_TAG_volatile_type: return 2;
    case dwarf::DW_TAG_restrict_type: return 3;
    case dwarf::DW_TAG_atomic_type: return 4;
    default: return 0;
    }
}

void describe_type(const DIType &type, node &out) {
    out.name = text_of(type.getName());
    describe_file(type.getFile(), out);
    out.size_in_bits = type.getSizeInBits();
    out.offset_in_bits = type.getOffsetInBits();
    out.is_bit_field = type.isBitField();
    out.is_static = type.isStaticMember();
    if (auto *basic = dyn_cast<DIBasicType>(&type)) {
        out.kind = NUMBER;
        out.number = number_of(*basic);
    } else if (auto *derived = dyn_cast<DIDerivedType>(&type)) {
        out.kind = kind_of(type);
        out.value_low = qualifier_of(type);
        out.base = handle(derived->getBaseType());
    } else if (auto *composite = dyn_cast<DICompositeType>(&type)) {
        out.kind = kind_of(type);
        out.base = handle(composite->getBaseType());
        out.elements = handle(composite->getElements().get());
    } else if (auto *subroutine = dyn_cast<DISubroutineType>(&type)) {
        out.kind = SUBROUTINE;
        out.elements = handle(subroutine->getTypeArray().get());
    }
}

void describe(const Metadata *metadata, node &out) {
    if (auto *type = dyn_cast<DIType>(metadata)) {
        describe_type(*type, out);
    } else if (auto *range = dyn_cast<DISubrange>(metadata)) {
        out.kind = RANGE;
        auto *count = dyn_cast_if_present<ConstantInt *>(range->getCount());
        out.count = count ? count->getSExtValue() : -1;
    } else if (auto *enumerator = dyn_cast<DIEnumerator>(metadata)) {
        out.kind = ENUMERATOR;
        out.name = text_of(enumerator->getName());
        APInt value = enumerator->getValue();
        value = enumerator->isUnsigned() ? value.zextOrTrunc(128) : value.sextOrTrunc(128);
        out.value_low = value.extractBitsAsZExtValue(64, 0);
        out.value_high = value.extractBitsAsZExtValue(64, 64);
    } else if (auto *function = dyn_cast<DISubprogram>(metadata)) {
        out.kind = FUNCTION;
        out.name = text_of(function->getName());
        out.line = function->getLine();
        out.base = handle(function->getType());
        out.elements = handle(function->getRetainedNodes().get());
        describe_file(function->getFile(), out);
    } else if (auto *block = dyn_cast<DILexicalBlockBase>(metadata)) {
        out.kind = isa<DILexicalBlockFile>(block) ? BLOCK_FILE : BLOCK;
        out.scope = handle(block->getScope());
        describe_file(block->getFile(), out);
    } else if (auto *local = dyn_cast<DILocalVariable>(metadata)) {
        out.kind = LOCAL_VARIABLE;
        out.name = text_of(local->getName());
        out.line = local->getLine();
        out.argument = local->getArg();
        out.scope = handle(local->getScope());
        out.base = handle(local->getType());
    } else if (auto *global = dyn_cast<DIGlobalVariable>(metadata)) {
        out.kind = GLOBAL_VARIABLE;
        out.name = text_of(global->getName());
        out.line = global->getLine();
        out.base = handle(global->getType());
        describe_file(global->getFile(), out);
    } else if (auto *location = dyn_cast<DILocation>(metadata)) {
        out.kind = LOCATION;
        out.line = location->getLine();
        out.scope = handle(location->getScope());
        out.inlined_at = handle(location->getInlinedAt());
    }
}

} // namespace

extern "C" {

void symir_debug_describe(LLVMMetadataRef metadata, node *out) {
    *out = node{};
    out->count = -1;
    describe(unwrap(metadata), *out);
}

/* The elements of a list: how many, and each, which may be null. */
size_t symir_debug_n_elements(LLVMMetadataRef list) {
    return cast<MDNode>(unwrap(list))->getNumOperands();
}

LLVMMetadataRef symir_debug_element(LLVMMetadataRef list, size_t index) {
    return handle(cast<MDNode>(unwrap(list))->getOperand(static_cast<unsigned>(index)).get());
}

/* The variable of the source that a global was compiled from; null if there is none. */
LLVMMetadataRef symir_debug_global(LLVMValueRef value) {
    SmallVector<DIGlobalVariableExpression *, 1> found;
    unwrap<GlobalVariable>(value)->getDebugInfo(found);
    return found.empty() ? nullptr : handle(found.back()->getVariable());
}

/* Every type that a source names in a cast, or keeps for another reason. */
void symir_debug_retained(LLVMModuleRef module, void (*each)(void *, LLVMMetadataRef), void *to) {
    for (DICompileUnit *unit : unwrap(module)->debug_compile_units()) {
        for (DIScope *kept : unit->getRetainedTypes()) {
            if (isa_and_nonnull<DIType>(kept))
                each(to, handle(kept));
        }
    }
}

/* Every mention of a local variable in the code of a function, with the address of the variable from this place on, or
   null if the code only says what its value is. */
void symir_debug_variables(LLVMValueRef value, void (*each)(void *, LLVMValueRef, LLVMMetadataRef), void *to) {
    for (Instruction &instruction : instructions(*unwrap<Function>(value))) {
        for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
            Value *address = record.isDbgDeclare() || record.isDbgAssign() ? record.getAddress() : nullptr;
            each(to, wrap(address), handle(record.getVariable()));
        }
        if (auto *intrinsic = dyn_cast<DbgVariableIntrinsic>(&instruction)) {
            auto *declare = dyn_cast<DbgDeclareInst>(intrinsic);
            each(to, wrap(declare ? declare->getAddress() : nullptr), handle(intrinsic->getVariable()));
        }
    }
}
}
